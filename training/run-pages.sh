#!/bin/bash
# Trains the four page networks at once within one budget: run-pages.sh DATA OUT [SECONDS] [WORKERS] [FOLDER_WITH_EARLIER_PT_FILES]
set -u
data=$1 out=$2 seconds=${3:-480} workers=${4:-5} earlier=${5:-} python=${PYTHON:-python3}
here=$(cd "$(dirname "$0")" && pwd)
export PYTHONPATH="$here" PYTHONUNBUFFERED=1 OMP_NUM_THREADS=2
mkdir -p "$out"
work=$(mktemp -d)
# The rings of pages live in memory where there is room for them.
room=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
if [ "${room:-0}" -gt 9000000 ]; then ring=$(mktemp -d /dev/shm/press-XXXXXX); else ring=$work/press; fi
"$python" -m kit.press --data "$data" --folder "$ring" --share "${PAGES_SHARE:-1}" --workers "$workers" --seconds "$((seconds + 30))" >"$work/press.log" 2>&1 &
press=$!
names=${PAGES_NAMES:-page-finder page-aligner text-detector page-judge}
trainings=""
for name in $names; do
  begin=""
  [ -n "$earlier" ] && [ -f "$earlier/$name.pt" ] && begin="--init $earlier/$name.pt"
  "$python" "$here/$name/train.py" --data "$data" --press "$ring" --seconds "$seconds" --out "$work/out" $begin ${PAGES_EXTRA:-} >"$work/$name.log" 2>&1 &
  trainings="$trainings $!"
done
state=0
for training in $trainings; do wait "$training" || state=1; done
kill "$press" 2>/dev/null
for name in $names; do
  grep -v -i warn "$work/$name.log" | tail -n 6 | cut -c 1-1500
  cp "$work/out/$name.onnx" "$out/" 2>/dev/null
done
tail -n 3 "$work/press.log"
mkdir -p "$work/out/logs" && cp "$work"/*.log "$work/out/logs/"
# Figures, golden outputs, logs and weights to go on from travel as one file.
tar -C "$work/out" --exclude='*.onnx' -czf "$out/pages.tar.gz" .
rm -rf "$ring" "$work"
exit $state
