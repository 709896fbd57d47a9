#!/usr/bin/env python3
"""Makes a profile of two million frames, writes its page, and opens that in headless Chromium.

    bench/html.py [--frames N] [--runs N] [--keep DIR]

Prints the page's size (asked for: below 1.5 MB), the time to write it, and the time from the start of the navigation until the
flame graph is drawn (asked for: below 2 s), the median of the runs. The profile is collapsed text: stacks of 20 to 90 frames with
Java, native and kernel code in 40 thread groups, heavy-tailed, made from a fixed seed.
"""
import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGES = ["com.shop.order", "com.shop.stock", "com.shop.web", "org.apache.catalina.core", "io.netty.channel",
            "org.hibernate.engine.internal", "com.fasterxml.jackson.databind", "java.util.concurrent", "java.io", "sun.nio.ch"]
KERNEL = ["entry_SYSCALL_64_after_hwframe", "do_syscall_64", "ksys_write", "vfs_write", "new_sync_write", "ext4_file_write_iter",
          "generic_perform_write", "copy_user_enhanced_fast_string", "__x64_sys_futex", "do_futex", "futex_wake", "try_to_wake_up"]


def method(rng, depth):
    number = min(int(rng.paretovariate(0.35)), 60000) + depth * 7
    package = PACKAGES[number % len(PACKAGES)].replace(".", "/")
    return "%s/Component%dService.method%d_[j]" % (package, number // 9 % 7000, number % 53)


def write_profile(path, frames):
    """Each stack leaves a known one at some depth and goes its own way from there, until there are enough frames."""
    rng = random.Random(4711)
    stacks = [["com/shop/Main.main_[j]"]]
    made = 0
    with open(path, "w") as out:
        while made < frames:
            trunk = stacks[int(len(stacks) * rng.random() ** 2)]
            stack = trunk[:1 + int(len(trunk) * rng.random())]
            wanted = rng.randint(20, 90)
            known = len(stack)
            while len(stack) < wanted:
                stack.append(method(rng, len(stack)))
            made += wanted - known
            leaf = list(stack)
            if rng.random() < 0.6:
                leaf += ["java/io/FileOutputStream.writeBytes_[j]", "__GI___libc_write"]
                at = 2 if rng.random() < 0.7 else 8
                leaf += [name + "_[k]" for name in (KERNEL[:2] + KERNEL[at:at + rng.randint(2, 5)])]
                made += len(leaf) - wanted
            if len(stacks) < 20000 or rng.random() < 0.05:
                stacks.append(stack)
            samples = min(int(rng.paretovariate(0.7)), 20000)
            out.write("[worker-%d tid=%d];%s %d\n" % (rng.randint(1, 3), rng.randint(100, 200), ";".join(leaf), samples))
    return made


class Browser:
    """Chromium by its DevTools protocol over two pipes, which it takes as file descriptors 3 and 4."""

    def __init__(self, executable):
        self.profile = tempfile.mkdtemp()
        to_browser, self.out = os.pipe()
        self.answers, from_browser = os.pipe()
        command = [executable, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                   "--remote-debugging-pipe", "--user-data-dir=" + self.profile, "--window-size=1400,900", "about:blank"]
        self.process = subprocess.Popen(["bash", "-c", 'exec "$@" 3<&%d 4>&%d' % (to_browser, from_browser), "-", *command],
                                        pass_fds=(to_browser, from_browser), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.last, self.session = b"", 0, None
        target = None
        while not target:
            pages = [each for each in self.call("Target.getTargets")["targetInfos"] if each["type"] == "page"]
            target = pages[0]["targetId"] if pages else None
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def call(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.buffer:
                self.buffer += os.read(self.answers, 1 << 16)
            text, self.buffer = self.buffer.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.last:
                return answer["result"]

    def open(self, page):
        """Returns the milliseconds until the page was drawn, which it notes on its root element, and those of CPU of its main thread."""
        self.call("Performance.enable", timeDomain="threadTicks")
        self.call("Page.navigate", url="file://" + page)
        for _ in range(300):
            time.sleep(0.1)
            value = self.call("Runtime.evaluate", expression="document.documentElement.dataset.openMillis")["result"].get("value")
            if value:
                metrics = self.call("Performance.getMetrics")["metrics"]
                task = next(each["value"] for each in metrics if each["name"] == "TaskDuration")
                self.call("Performance.disable")
                self.call("Page.navigate", url="about:blank")
                return int(value), round(task * 1000)
        sys.exit("the page did not finish")

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--frames", type=int, default=2_000_000)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    browser = next((found for found in map(shutil.which, ["chromium", "chromium-browser", "google-chrome"]) if found), None)
    if not browser:
        sys.exit("no Chromium on the PATH")
    directory = os.path.abspath(arguments.keep) if arguments.keep else tempfile.mkdtemp()
    os.makedirs(directory, exist_ok=True)
    profile, page = os.path.join(directory, "profile.collapsed"), os.path.join(directory, "page.html")
    frames = 0 if os.path.exists(profile) else write_profile(profile, arguments.frames)
    perfhint = os.environ.get("PERFHINT", os.path.join(HERE, "..", "perfhint"))
    started = time.time()
    subprocess.run([perfhint, "analyze", profile, "--event", "cpu", "--format", "html", "-o", page], check=True)
    seconds = time.time() - started
    chromium = Browser(browser)
    opened, cpu = zip(*(chromium.open(page) for _ in range(arguments.runs)))
    chromium.close()
    print("frames     %d in %.0f MB of text" % (frames, os.path.getsize(profile) / 1e6))
    print("page       %.2f MB, written in %.1f s" % (os.path.getsize(page) / 1e6, seconds))
    print("opened in  %.0f ms, median of %d (%d to %d)" % (statistics.median(opened), len(opened), min(opened), max(opened)))
    print("CPU        %.0f ms of its main thread, median" % statistics.median(cpu))
    if not arguments.keep:
        shutil.rmtree(directory)


if __name__ == "__main__":
    main()
