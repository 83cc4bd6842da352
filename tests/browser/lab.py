"""A real JupyterLab of the tests' own: its own folder, settings and data; nothing of the user's is read or written."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

START_SECONDS = 90
SETTINGS: dict[str, dict[str, object]] = {
    # Cells out of sight are not drawn otherwise, and a test could not find them.
    "notebook-extension/tracker": {"windowingMode": "none", "autoStartDefaultKernel": True},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "apputils-extension/themes": {"theme": "JupyterLab Light", "adaptive-theme": False},
    "docmanager-extension/plugin": {"autosave": False},
}


class LabServer:
    """JupyterLab in ``folder``, started on entering and stopped, with all its kernels, on leaving.

    Parameters
    ----------
    folder : Path
        An empty folder; the notebooks are copied to its ``notebooks``, everything else of the server lies beside.
    notebooks : iterable of Path
        What to copy; a folder is copied whole.
    python : Path or str, optional
        The interpreter whose JupyterLab is started; the tests' own by default.
    """

    def __init__(
        self, folder: Path, notebooks: Iterable[Path] = (), *, python: Path | str = sys.executable
    ) -> None:
        self.python = str(python)
        self.folder = folder
        self.root = folder / "notebooks"
        self.root.mkdir(parents=True, exist_ok=True)
        for path in notebooks:
            self.add(path)
        self.url = ""
        self._process: subprocess.Popen[bytes] | None = None

    def add(self, path: Path) -> str:
        """Copy a notebook (or a folder beside it) to the server's root; return its name there."""
        (shutil.copytree if path.is_dir() else shutil.copy2)(path, self.root / path.name)
        return path.name

    @property
    def environment(self) -> dict[str, str]:
        """The environment of the server and of its kernels."""
        paths = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "IPYTHONDIR": "ipython",
            "MPLCONFIGDIR": "matplotlib",
        }
        ours = {name: str(self.folder / leaf) for name, leaf in paths.items()}
        return {**os.environ, **ours, "JUPYTER_PREFER_ENV_PATH": "1", "PYDEVD_DISABLE_FILE_VALIDATION": "1"}

    def __enter__(self) -> LabServer:
        self._write_settings()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        with (self.folder / "server.log").open("wb") as log:
            self._process = subprocess.Popen(
                [
                    self.python, "-m", "jupyterlab", "--no-browser", "--allow-root",
                    "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0",
                    f"--ServerApp.root_dir={self.root}", "--ServerApp.terminals_enabled=False",
                    "--IdentityProvider.token=", "--ServerApp.password=",  # loopback only, and gone in minutes
                    "--LabApp.expose_app_in_browser=True",  # so that tests ask JupyterLab itself, not its menus
                ],
                cwd=self.folder, env=self.environment, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise
        return self

    def forget(self) -> None:
        """Forget what pages have set: JupyterLab opens every later notebook as slides, once one was left so."""
        shutil.rmtree(self.folder / "settings", ignore_errors=True)
        self._write_settings()

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    def _wait(self) -> None:
        assert self._process is not None
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/api/status", timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"JupyterLab did not start:\n{(self.folder / 'server.log').read_text()[-3000:]}")

    def stop(self) -> None:
        """Stop the server and its kernels, gently first."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
            self._process.wait(15)
        self._process = None

    def trust(self, name: str) -> None:
        """Sign a notebook, as if its reader had run and saved it."""
        subprocess.run(
            [self.python, "-m", "jupyter", "trust", str(self.root / name)],
            env=self.environment, check=True, capture_output=True,
        )  # fmt: skip

    def _write_settings(self) -> None:
        for plugin, settings in SETTINGS.items():
            path = self.folder / "settings" / "@jupyterlab" / f"{plugin}.jupyterlab-settings"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(settings))
        page = self.folder / "config" / "labconfig" / "page_config.json"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(
            json.dumps({"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}})
        )
