# Gathers the typefaces named in fonts.md, cuts them down to the reader's letters and sorts them into train and held-out: python3 fonts.py build OUT [--packages DIR]
import argparse
import json
import re
import subprocess
import tarfile
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent
CHARSET = json.loads((HERE / "charset.json").read_text())["characters"]
HELD_OUT = HERE.parent.parent / "specimens" / "typefaces" / "held-out.json"
# The zone's letters are all that an OCR-B face must have.
ZONE = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<"
FOLDERS = {"texgyre": Path("/usr/share/texmf/fonts/opentype/public/tex-gyre")}


def tables():
    """Rows of the tables in fonts.md, as dicts by column name."""
    rows, head = [], None
    for line in (HERE / "fonts.md").read_text().splitlines():
        if not line.startswith("|"):
            head = None
        elif head is None:
            head = [cell.strip() for cell in line.strip("|").split("|")]
        elif not line.startswith("|---"):
            rows.append(dict(zip(head, (cell.strip() for cell in line.strip("|").split("|")))))
    return rows


def unpacked(package, version, packages):
    """The folder of an npm package, fetched when it is not there yet."""
    folder = packages / package
    if not folder.exists():
        done = subprocess.run(["npm", "pack", "--silent", f"@expo-google-fonts/{package}@{version}"], cwd=packages, check=True, capture_output=True, text=True)
        archive = packages / done.stdout.split()[-1]
        with tarfile.open(archive) as tar:
            for member in tar.getmembers():
                member.name = re.sub(r"^package/", "", member.name)
                if ".." not in member.name and member.isfile():
                    tar.extract(member, folder)
        archive.unlink()
    return folder


def files(row, packages):
    if "faces" in row:
        folder = unpacked(row["package"], row["version"], packages)
        return [next(folder.glob(f"**/*_{face}.ttf")) for face in row["faces"].split()]
    folder = FOLDERS.get(row["folder"], Path("/usr/share/fonts") / row["folder"])
    return [next(path for path in folder.glob(f"{name}.*") if path.suffix in (".ttf", ".otf")) for name in row["files"].split()]


def lacking(path, letters):
    """Letters the face cannot draw: missing from its table, or sent to the empty box."""
    font = TTFont(path, lazy=True)
    known = font.getBestCmap()
    return [letter for letter in letters if known.get(ord(letter), ".notdef") == ".notdef"]


def cut(source, target, letters):
    options = subset.Options()
    options.layout_features = ["kern"]
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [1, 2]
    options.drop_tables += ["DSIG", "FFTM", "GDEF", "meta", "gasp", "vhea", "vmtx", "BASE", "JSTF", "PfEd"]
    font = subset.load_font(str(source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    subset.save_font(font, str(target), options)


def plain(name):
    return re.sub(r"[^a-z0-9]", "", name.lower())


def build(out, packages):
    packages.mkdir(parents=True, exist_ok=True)
    secret = {plain(name) for name in json.loads(HELD_OUT.read_text())}
    faces, size = [], 0
    for row in tables():
        letters = ZONE if row["class"] == "mrz" else CHARSET
        (out / row["use"]).mkdir(parents=True, exist_ok=True)
        for path in files(row, packages):
            font = TTFont(path, lazy=True)
            names, weight = font["name"], font["OS/2"].usWeightClass
            family = names.getDebugName(16) or names.getDebugName(1)
            if row["use"] == "train" and any(plain(family).startswith(name) for name in secret):
                raise SystemExit(f"{family} is held out and may not be trained on")
            missing = lacking(path, letters)
            if missing:
                print(f"left out: {path.name} lacks {''.join(missing)}")
                continue
            target = out / row["use"] / path.name
            cut(path, target, letters)
            size += target.stat().st_size
            italic = bool(font["post"].italicAngle) or "talic" in path.name or "blique" in path.name
            faces.append({"file": f"{row['use']}/{path.name}", "family": family, "class": row["class"], "weight": weight, "italic": italic, "use": row["use"]})
    (out / "fonts.json").write_text(json.dumps(faces, ensure_ascii=False, indent=1))
    for use in ("train", "held-out"):
        print(use, sum(face["use"] == use for face in faces), "faces of", len({face["family"] for face in faces if face["use"] == use}), "families")
    print(f"{size / 2**20:.1f} MiB")


if __name__ == "__main__":
    ask = argparse.ArgumentParser()
    ask.add_argument("act", choices=["build"])
    ask.add_argument("out", type=Path)
    ask.add_argument("--packages", type=Path, default=Path("font-packages"), help="where npm packages are unpacked and kept")
    args = ask.parse_args()
    build(args.out, args.packages)
