#!/bin/bash
# Trains the reader and the page networks side by side on one GPU: run-all.sh DATA OUT SECONDS [reader's own arguments]
set -u
data=$1 out=$2 seconds=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1
earlier=""
[ -f "$data/start/page-finder.pt" ] && earlier="$data/start"
bash "$here/run-pages.sh" "$data/export" "$out" "$seconds" 3 $earlier >"$out/pages.log" 2>&1 &
pages=$!
python3 "$here/text-reader/train.py" --data "$data" --out "$out/reader" --seconds "$((seconds - 25))" --processes 9 "$@" 2>&1
wait "$pages"
tail -n 40 "$out/pages.log"
