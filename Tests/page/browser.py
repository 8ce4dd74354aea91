"""A headless Chromium that records a page's requests and errors."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         "--no-first-run", "--autoplay-policy=no-user-gesture-required",
         "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--hide-scrollbars"]


def started(options: webdriver.ChromeOptions) -> webdriver.Chrome:
    """A second try, because a busy machine may start Chromium too late for its driver, and another
    program may take the port that selenium found free."""
    try:
        return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    except WebDriverException:
        return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


class Browser:
    def __init__(self) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for flag in FLAGS:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = started(options)

    def close(self) -> None:
        self.driver.quit()

    def open(self, url: str, *, dark: bool = False, width: int = 1100, height: int = 1000,
             features: dict[str, str] | None = None) -> None:
        named = {"prefers-color-scheme": "dark" if dark else "light", **(features or {})}
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": name, "value": value} for name, value in named.items()])
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=1, mobile=width < 600)
        for kind in ("browser", "performance"):
            self.driver.get_log(kind)
        self.driver.get(url)

    def command(self, name: str, **values: Any) -> dict[str, Any]:
        return self.driver.execute_cdp_cmd(name, values)

    def js(self, code: str, *values: Any) -> Any:
        return self.driver.execute_script(code, *values)

    def find(self, selector: str) -> Any:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def wait(self, code: str, seconds: float = 60) -> Any:
        """Waits until an expression is true; returns its value."""
        return WebDriverWait(self.driver, seconds, 0.02).until(
            lambda _: self.js(f"return ({code})"), f"never: {code}")

    def complaints(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """URLs of all requests."""
        log = self.driver.get_log("performance")
        events = [json.loads(entry["message"])["message"] for entry in log]
        return [event["params"]["request"]["url"] for event in events
                if event["method"] == "Network.requestWillBeSent"]

    def nodes(self) -> list[dict[str, Any]]:
        """The accessibility tree, as for a screen reader."""
        self.command("Accessibility.enable")
        nodes = self.command("Accessibility.getFullAXTree")["nodes"]
        return [node for node in nodes if not node["ignored"]]

    def picture(self, path: Path) -> None:
        box = self.command("Page.getLayoutMetrics")["cssContentSize"]
        shot = self.command("Page.captureScreenshot", captureBeyondViewport=True, clip={
            "x": 0, "y": 0, "width": box["width"], "height": box["height"], "scale": 1})
        path.write_bytes(base64.b64decode(shot["data"]))
