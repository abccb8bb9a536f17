"""Writes the wheel of the Python client: make_wheel.py CLIENT VERSION FOLDER. The same input gives the same bytes."""
import base64
import hashlib
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
EPOCH = (1980, 1, 1, 0, 0, 0)
METADATA = """Metadata-Version: 2.1
Name: case-access
Version: {version}
Summary: Client of case-access: search in forensic cases, with pandas frames
License: Apache-2.0
Requires-Python: >=3.9
Provides-Extra: pandas
Requires-Dist: pandas >=1.5 ; extra == 'pandas'
"""
WHEEL = """Wheel-Version: 1.0
Generator: case-access
Root-Is-Purelib: true
Tag: py3-none-any
"""


def main(client: str, version: str, folder: str) -> Path:
    info = f"case_access-{version}.dist-info"
    files = {
        "case_access/__init__.py": Path(client).read_bytes(),
        "case_access/frames.py": (HERE / "frames.py").read_bytes(),
        "case_access/py.typed": b"",
        f"{info}/LICENSE": (HERE / "../../LICENSE").read_bytes(),
        f"{info}/METADATA": METADATA.format(version=version).encode(),
        f"{info}/WHEEL": WHEEL.encode(),
    }
    record = [f"{path},sha256={digest(data)},{len(data)}\n" for path, data in files.items()]
    files[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()
    wheel = Path(folder) / f"case_access-{version}-py3-none-any.whl"
    wheel.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            member = zipfile.ZipInfo(path, EPOCH)
            member.external_attr = 0o100644 << 16
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, data)
    return wheel


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    print(main(*sys.argv[1:]))
