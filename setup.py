"""Builds the Python package: CMake builds and installs its native part.

TAVLAB_CMAKE holds further options for CMake, such as -DTAVLAB_NATIVE=ON for this machine only.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
VERSION = re.search(r"project\(tavlab VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


class CMakeBuild(build_ext):
    """Builds the extension with CMake, where setuptools expects it."""

    def build_extension(self, ext):
        package = Path(self.get_ext_fullpath(ext.name)).resolve().parent
        build = ROOT / "build" / "python"
        subprocess.run(
            ["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
             "-DTAVLAB_PYTHON=ON", "-DTAVLAB_TORCH=OFF", "-DTAVLAB_TESTS=OFF", "-DTAVLAB_BENCHMARKS=OFF",
             f"-DPython3_EXECUTABLE={sys.executable}", *shlex.split(os.environ.get("TAVLAB_CMAKE", ""))],
            check=True,
        )  # fmt: skip
        subprocess.run(
            ["cmake", "--build", build, "--target", "tavlab_python", "--parallel", str(os.cpu_count())], check=True
        )
        subprocess.run(
            ["cmake", "--install", build, "--component", "python", "--prefix", package, "--strip"], check=True
        )


setup(version=VERSION, ext_modules=[Extension("tavlab._tavlab", [])], cmdclass={"build_ext": CMakeBuild})
