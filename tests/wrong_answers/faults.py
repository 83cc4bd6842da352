"""Faults of published attention code and graders that can be written as an answer, and where they stood."""

FAULTS = {
    # scaling
    "S1": "scaled by the embedding's width instead of the head's: karpathy/ng-video-lecture #6, #55; "
    "lucidrains/vit-pytorch #65",
    "S2": "scale missing: PAIR-code/tiny-transformers #71",
    "S3": "each head as wide as the model: tensorflow/text #1123",
    "S4": "no fault: q first, or both by the fourth root: facebookresearch/XLM #357, openai/guided-diffusion #38",
    # softmax
    "X1": "softmax along the wrong axis: labmlai/annotated_deep_learning_paper_implementations #282; "
    "nerdai/llms-from-scratch-rs #30",
    "X3": "no exp in the denominator: datawhalechina/tiny-universe #17",
    "X4": "the maximum isn't subtracted: many",
    # mask
    "M1": "a finite minus infinity leaks: karpathy/minGPT #75; huggingface/transformers #17121",
    "M2": "boolean mask inverted: rasbt/LLMs-from-scratch #1061, #1062",
    "M3": "polarity of two libraries mixed: tensorflow/text #894",
    "M4": "two conventions in one course: harvard-edge/cs249r_book #1785",
    "M5": "diagonal masked as well: pbloem/former #10",
    "M6": "1 where 0 or minus infinity is due: tinygrad/tinygrad #2425",
    "M7": "a score of 0 taken for masked: duoan/TorchCode #17",
    "M8": "mask after softmax: rasbt/LLMs-from-scratch #60",
    "M9": "causal mask skipped when no padding mask is given: facebookresearch/xformers #103; "
    "huggingface/transformers #48745",
    "M10": "padding mask on the query axis: hyunwoongko/transformer #40",
    "M11": "fully masked query uniform, or NaN: d2l-ai/d2l-en #2423; NVIDIA/apex #1390; pytorch/pytorch #103963",
    "M12": "NaN from 0 × NaN at a masked position: pytorch/pytorch #101967",
    "M13": "the weights set to a large negative number: d2l.ai, attention scoring functions (read)",
    "M14": "top-left instead of bottom-right causal mask: pytorch/pytorch #108108, #144858",
    # heads
    "H1": "reshape without transpose: jsbaan/transformer-from-scratch #4, #6",
    "H2": "heads as slices of the embedding: ai-by-hand-excel #10",
    "H3": "V taken from the wrong tensor: brightmart/text_classification #93",
    "H4": "weights transposed: skyzh/tiny-llm #41, #60",
    "H5": "W_O forgotten: many",
    # graders that accepted it
    "G1": "`return V` passed as causal attention: TorchCode (read)",
    "G2": "d, d², none and ×√d passed as √d: Neuromatch W2D5, exercise 2 (run)",
    "G3": "scrambled heads passed: TinyTorch 12 (read)",
    "G5": "a gradient check that can't fail: RL-Kernel #188",
}
