// Types that the views' files share. A file without `export` is a script, so what it declares at its top is known to all
// others here, as on the page, where Python joins several files into one module (attnlib/widgets/views/assets.py).

/** What a front end hands to a view: its traits, their changes, and a way to speak to the kernel. */
interface Model<Traits> {
  get<Name extends keyof Traits & string>(name: Name): Traits[Name];
  on(event: string, listener: Listener): void;
  off(event: string, listener: Listener): void;
  send(content: object): void;
  /** Jupyter's way to another view's model. Elsewhere it may be missing, refuse, or lead to models without `set_state`. */
  widget_manager?: { get_model(id: string): Promise<{ set_state?(state: object): void } | undefined> };
}

type Listener = (content?: any) => void;

/** What the reader did. */
interface Message {
  type: string;
  [detail: string]: unknown;
}

interface Wire {
  readonly busy: boolean;
  push(message: Message): void;
  onSettled(listener: () => void): void;
}

/** One place on a page where a model is shown. */
interface Face {
  refresh(): void;
}

/** What all faces of one model share: the model, its wire, and what the view adds. */
type Shared<Traits, Own = object> = Own & { model: Model<Traits>; wire: Wire };

/** What a view may add: taking over the kernel's values, and resting when nobody looks. */
interface Habits {
  adopt?(): void;
  idle?(): void;
}

interface View<Traits, Own> {
  traits: (keyof Traits & string)[];
  start(model: Model<Traits>, wire: Wire, refresh: () => void, signal: AbortSignal): Own & ThisType<Own>;
  draw(shared: Shared<Traits, Own>, el: HTMLElement, signal: AbortSignal): Face;
}

/** An SVG group and what is in it, as `pool` keeps it. */
interface Rooted {
  root: SVGElement;
}
