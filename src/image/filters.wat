;; Computes over pictures of numbers: mixes of neighbours, steepness of edges, frequencies. filters.ts lays out the memory.
(module
  (memory (export "memory") 17)

  ;; So many numbers, four at a time and some beyond: each is that of `$one` times the weight.
  (func $scale (param $to i32) (param $one i32) (param $weight v128) (param $count i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $to) (i32.shl (local.get $count) (i32.const 2))))
    (loop $numbers
      (v128.store (local.get $to) (f32x4.mul (local.get $weight) (v128.load (local.get $one))))
      (local.set $one (i32.add (local.get $one) (i32.const 16)))
      (br_if $numbers (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 16))) (local.get $end)))))

  ;; Adds those of `$one` and of `$other`, times the weight.
  (func $addTwo (param $to i32) (param $one i32) (param $other i32) (param $weight v128) (param $count i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $to) (i32.shl (local.get $count) (i32.const 2))))
    (loop $numbers
      (v128.store (local.get $to) (f32x4.add (v128.load (local.get $to))
        (f32x4.mul (local.get $weight) (f32x4.add (v128.load (local.get $one)) (v128.load (local.get $other))))))
      (local.set $one (i32.add (local.get $one) (i32.const 16)))
      (local.set $other (i32.add (local.get $other) (i32.const 16)))
      (br_if $numbers (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 16))) (local.get $end)))))

  (func $weight (param $reach i32) (result v128)
    (v128.load32_splat (i32.shl (local.get $reach) (i32.const 2))))

  ;; So many times the same number.
  (func $fill (param $at i32) (param $count i32) (param $value f32)
    (block $done
      (loop $numbers
        (br_if $done (i32.le_s (local.get $count) (i32.const 0)))
        (f32.store (local.get $at) (local.get $value))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $numbers))))

  ;; Mixes each number with its neighbours, first along rows, then down columns. The weights lie at 0, that of the number
  ;; itself first. `$room` holds as many numbers as the picture. Beyond an edge is its last number, or nothing.
  (func (export "mix") (param $from i32) (param $room i32) (param $to i32) (param $width i32) (param $height i32)
    (param $reach i32) (param $repeats i32)
    (local $y i32) (local $k i32) (local $row i32) (local $bytes i32) (local $made i32) (local $middle i32)
    (local $above i32) (local $below i32) (local $last i32)
    (local.set $bytes (i32.shl (local.get $width) (i32.const 2)))
    (local.set $middle (i32.add (i32.const 1024) (i32.shl (local.get $reach) (i32.const 2))))
    (local.set $row (local.get $from))
    (local.set $made (local.get $room))
    (loop $rows
      (memory.copy (local.get $middle) (local.get $row) (local.get $bytes))
      (call $fill (i32.const 1024) (local.get $reach)
        (if (result f32) (local.get $repeats) (then (f32.load (local.get $middle))) (else (f32.const 0))))
      (call $fill (i32.add (local.get $middle) (local.get $bytes)) (local.get $reach)
        (if (result f32) (local.get $repeats)
          (then (f32.load (i32.sub (i32.add (local.get $middle) (local.get $bytes)) (i32.const 4)))) (else (f32.const 0))))
      (call $scale (local.get $made) (local.get $middle) (call $weight (i32.const 0)) (local.get $width))
      (local.set $k (i32.const 1))
      (loop $neighbours
        (call $addTwo (local.get $made)
          (i32.sub (local.get $middle) (i32.shl (local.get $k) (i32.const 2)))
          (i32.add (local.get $middle) (i32.shl (local.get $k) (i32.const 2)))
          (call $weight (local.get $k)) (local.get $width))
        (br_if $neighbours (i32.le_s (local.tee $k (i32.add (local.get $k) (i32.const 1))) (local.get $reach))))
      (local.set $row (i32.add (local.get $row) (local.get $bytes)))
      (local.set $made (i32.add (local.get $made) (local.get $bytes)))
      (br_if $rows (i32.lt_s (local.tee $y (i32.add (local.get $y) (i32.const 1))) (local.get $height))))
    ;; A row of nothing, for what is beyond.
    (memory.fill (i32.const 1024) (i32.const 0) (i32.add (local.get $bytes) (i32.const 16)))
    (local.set $last (i32.sub (local.get $height) (i32.const 1)))
    (local.set $y (i32.const 0))
    (loop $lines
      (local.set $made (i32.add (local.get $to) (i32.mul (local.get $y) (local.get $bytes))))
      (call $scale (local.get $made) (i32.add (local.get $room) (i32.mul (local.get $y) (local.get $bytes)))
        (call $weight (i32.const 0)) (local.get $width))
      (local.set $k (i32.const 1))
      (loop $pairs
        (local.set $above (i32.sub (local.get $y) (local.get $k)))
        (local.set $below (i32.add (local.get $y) (local.get $k)))
        (call $addTwo (local.get $made)
          (call $line (local.get $above) (local.get $last) (local.get $room) (local.get $bytes) (local.get $repeats))
          (call $line (local.get $below) (local.get $last) (local.get $room) (local.get $bytes) (local.get $repeats))
          (call $weight (local.get $k)) (local.get $width))
        (br_if $pairs (i32.le_s (local.tee $k (i32.add (local.get $k) (i32.const 1))) (local.get $reach))))
      (br_if $lines (i32.lt_s (local.tee $y (i32.add (local.get $y) (i32.const 1))) (local.get $height)))))

  (func $line (param $y i32) (param $last i32) (param $room i32) (param $bytes i32) (param $repeats i32) (result i32)
    (local $held i32)
    (local.set $held (select (i32.const 0) (local.get $y) (i32.lt_s (local.get $y) (i32.const 0))))
    (local.set $held (select (local.get $last) (local.get $held) (i32.gt_s (local.get $held) (local.get $last))))
    (select
      (i32.add (local.get $room) (i32.mul (local.get $held) (local.get $bytes)))
      (i32.const 1024)
      (i32.or (local.get $repeats) (i32.eq (local.get $held) (local.get $y)))))

  ;; How far the numbers before and behind each place lie apart, and 0 at the edges; gives the furthest.
  (func (export "changes") (param $from i32) (param $to i32) (param $step i32) (param $width i32) (param $height i32) (result f32)
    (local $y i32) (local $bytes i32) (local $at i32) (local $end i32) (local $most v128)
    (local.set $bytes (i32.shl (local.get $width) (i32.const 2)))
    (local.set $step (i32.shl (local.get $step) (i32.const 2)))
    (memory.fill (local.get $to) (i32.const 0) (local.get $bytes))
    (local.set $y (i32.const 1))
    (block $last
      (loop $rows
        (br_if $last (i32.ge_s (local.get $y) (i32.sub (local.get $height) (i32.const 1))))
        (local.set $at (i32.mul (local.get $y) (local.get $bytes)))
        (local.set $end (i32.add (local.get $at) (local.get $bytes)))
        (loop $columns
          (v128.store (i32.add (local.get $to) (local.get $at))
            (f32x4.abs (f32x4.sub
              (v128.load (i32.add (local.get $from) (i32.add (local.get $at) (local.get $step))))
              (v128.load (i32.add (local.get $from) (i32.sub (local.get $at) (local.get $step)))))))
          (br_if $columns (i32.lt_s (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
        (f32.store (i32.add (local.get $to) (i32.sub (local.get $end) (local.get $bytes))) (f32.const 0))
        (f32.store (i32.add (local.get $to) (i32.sub (local.get $end) (i32.const 4))) (f32.const 0))
        (local.set $y (i32.add (local.get $y) (i32.const 1)))
        (br $rows)))
    ;; The last row, and what is read beyond it.
    (local.set $end (i32.add (local.get $to) (i32.mul (local.get $height) (local.get $bytes))))
    (memory.fill (i32.sub (local.get $end) (local.get $bytes)) (i32.const 0) (i32.add (local.get $bytes) (i32.const 16)))
    (loop $numbers
      (local.set $most (f32x4.pmax (local.get $most) (v128.load (local.get $to))))
      (br_if $numbers (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 16))) (local.get $end))))
    (f32.max
      (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
      (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most)))))

  ;; Counts at 2048 how many numbers fall into each of 256 steps.
  (func (export "tally") (param $from i32) (param $count i32) (param $times f32)
    (local $end i32) (local $place i32)
    (memory.fill (i32.const 2048) (i32.const 0) (i32.const 1024))
    (local.set $end (i32.add (local.get $from) (i32.shl (local.get $count) (i32.const 2))))
    (loop $numbers
      (local.set $place (i32.shl (i32.trunc_sat_f32_u (f32.min (f32.const 255) (f32.mul (local.get $times) (f32.load (local.get $from))))) (i32.const 2)))
      (i32.store offset=2048 (local.get $place) (i32.add (i32.const 1) (i32.load offset=2048 (local.get $place))))
      (br_if $numbers (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 4))) (local.get $end)))))

  ;; Squares of the changes from `$least` on, summed, at 3072; and at 3088 of how far `$fine` changes at the same places. Four
  ;; sums of each, to be added.
  (func (export "squares") (param $changes i32) (param $fine i32) (param $step i32) (param $count i32) (param $least f32)
    (local $at i32) (local $end i32) (local $change v128) (local $mask v128) (local $coarse v128) (local $sum v128) (local $bound v128)
    (local.set $bound (f32x4.splat (local.get $least)))
    (local.set $step (i32.shl (local.get $step) (i32.const 2)))
    (local.set $end (i32.shl (local.get $count) (i32.const 2)))
    (loop $numbers
      (local.set $change (v128.load (i32.add (local.get $changes) (local.get $at))))
      (local.set $mask (v128.and (f32x4.ge (local.get $change) (local.get $bound)) (f32x4.gt (local.get $change) (v128.const f32x4 0 0 0 0))))
      (if (v128.any_true (local.get $mask))
        (then
          (local.set $change (v128.and (local.get $mask) (local.get $change)))
          (local.set $coarse (f32x4.add (local.get $coarse) (f32x4.mul (local.get $change) (local.get $change))))
          (local.set $change (v128.and (local.get $mask) (f32x4.sub
            (v128.load (i32.add (local.get $fine) (i32.add (local.get $at) (local.get $step))))
            (v128.load (i32.add (local.get $fine) (i32.sub (local.get $at) (local.get $step)))))))
          (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul (local.get $change) (local.get $change))))))
      (br_if $numbers (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
    (v128.store (i32.const 3072) (local.get $coarse))
    (v128.store (i32.const 3088) (local.get $sum)))

  ;; Four rows of a Fourier transform, two steps at once; the cosine and sine of the first step, and of the second for the first
  ;; two rows: the others are a quarter further, where cosine becomes sine and sine minus cosine.
  (func (export "turn") (param $real i32) (param $imaginary i32) (param $apart i32) (param $count i32)
    (param $c1 f32) (param $s1 f32) (param $c2 f32) (param $s2 f32)
    (local $end i32) (local $b i32) (local $c i32) (local $d i32) (local $away i32)
    (local $cos1 v128) (local $sin1 v128) (local $cos2 v128) (local $sin2 v128)
    (local $aRe v128) (local $aIm v128) (local $bRe v128) (local $bIm v128) (local $dRe v128) (local $dIm v128)
    (local $cRe v128) (local $cIm v128) (local $eRe v128) (local $eIm v128) (local $x v128) (local $y v128)
    (local $re0 v128) (local $im0 v128) (local $re1 v128) (local $im1 v128)
    (local.set $cos1 (f32x4.splat (local.get $c1)))
    (local.set $sin1 (f32x4.splat (local.get $s1)))
    (local.set $cos2 (f32x4.splat (local.get $c2)))
    (local.set $sin2 (f32x4.splat (local.get $s2)))
    (local.set $away (i32.sub (local.get $imaginary) (local.get $real)))
    (local.set $end (i32.add (local.get $real) (i32.shl (local.get $count) (i32.const 2))))
    (loop $columns
      (local.set $b (i32.add (local.get $real) (local.get $apart)))
      (local.set $c (i32.add (local.get $b) (local.get $apart)))
      (local.set $d (i32.add (local.get $c) (local.get $apart)))
      (local.set $x (v128.load (local.get $b)))
      (local.set $y (v128.load (i32.add (local.get $b) (local.get $away))))
      (local.set $bRe (f32x4.sub (f32x4.mul (local.get $x) (local.get $cos1)) (f32x4.mul (local.get $y) (local.get $sin1))))
      (local.set $bIm (f32x4.add (f32x4.mul (local.get $x) (local.get $sin1)) (f32x4.mul (local.get $y) (local.get $cos1))))
      (local.set $x (v128.load (local.get $d)))
      (local.set $y (v128.load (i32.add (local.get $d) (local.get $away))))
      (local.set $dRe (f32x4.sub (f32x4.mul (local.get $x) (local.get $cos1)) (f32x4.mul (local.get $y) (local.get $sin1))))
      (local.set $dIm (f32x4.add (f32x4.mul (local.get $x) (local.get $sin1)) (f32x4.mul (local.get $y) (local.get $cos1))))
      (local.set $aRe (v128.load (local.get $real)))
      (local.set $aIm (v128.load (i32.add (local.get $real) (local.get $away))))
      (local.set $re0 (f32x4.add (local.get $aRe) (local.get $bRe)))
      (local.set $im0 (f32x4.add (local.get $aIm) (local.get $bIm)))
      (local.set $re1 (f32x4.sub (local.get $aRe) (local.get $bRe)))
      (local.set $im1 (f32x4.sub (local.get $aIm) (local.get $bIm)))
      (local.set $x (v128.load (local.get $c)))
      (local.set $y (v128.load (i32.add (local.get $c) (local.get $away))))
      (local.set $cRe (f32x4.add (local.get $x) (local.get $dRe)))
      (local.set $cIm (f32x4.add (local.get $y) (local.get $dIm)))
      (local.set $eRe (f32x4.sub (local.get $x) (local.get $dRe)))
      (local.set $eIm (f32x4.sub (local.get $y) (local.get $dIm)))
      (local.set $x (f32x4.sub (f32x4.mul (local.get $cRe) (local.get $cos2)) (f32x4.mul (local.get $cIm) (local.get $sin2))))
      (local.set $y (f32x4.add (f32x4.mul (local.get $cRe) (local.get $sin2)) (f32x4.mul (local.get $cIm) (local.get $cos2))))
      (v128.store (local.get $real) (f32x4.add (local.get $re0) (local.get $x)))
      (v128.store (i32.add (local.get $real) (local.get $away)) (f32x4.add (local.get $im0) (local.get $y)))
      (v128.store (local.get $c) (f32x4.sub (local.get $re0) (local.get $x)))
      (v128.store (i32.add (local.get $c) (local.get $away)) (f32x4.sub (local.get $im0) (local.get $y)))
      (local.set $x (f32x4.add (f32x4.mul (local.get $eRe) (local.get $sin2)) (f32x4.mul (local.get $eIm) (local.get $cos2))))
      (local.set $y (f32x4.sub (f32x4.mul (local.get $eIm) (local.get $sin2)) (f32x4.mul (local.get $eRe) (local.get $cos2))))
      (v128.store (local.get $b) (f32x4.add (local.get $re1) (local.get $x)))
      (v128.store (i32.add (local.get $b) (local.get $away)) (f32x4.add (local.get $im1) (local.get $y)))
      (v128.store (local.get $d) (f32x4.sub (local.get $re1) (local.get $x)))
      (v128.store (i32.add (local.get $d) (local.get $away)) (f32x4.sub (local.get $im1) (local.get $y)))
      (br_if $columns (i32.lt_u (local.tee $real (i32.add (local.get $real) (i32.const 16))) (local.get $end)))))

  ;; A patch less its mean, fading towards its edges by the window at 8192, row by row to where the table at 4096 has it.
  (func (export "fade") (param $from i32) (param $to i32) (param $side i32)
    (local $y i32) (local $x i32) (local $bytes i32) (local $at i32) (local $end i32) (local $row i32) (local $sum v128) (local $mean v128) (local $weight v128)
    (local.set $bytes (i32.shl (local.get $side) (i32.const 2)))
    (local.set $at (local.get $from))
    (local.set $end (i32.add (local.get $from) (i32.mul (local.get $side) (local.get $bytes))))
    (loop $numbers
      (local.set $sum (f32x4.add (local.get $sum) (v128.load (local.get $at))))
      (br_if $numbers (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
    (local.set $mean (f32x4.splat (f32.div
      (f32.add
        (f32.add (f32x4.extract_lane 0 (local.get $sum)) (f32x4.extract_lane 1 (local.get $sum)))
        (f32.add (f32x4.extract_lane 2 (local.get $sum)) (f32x4.extract_lane 3 (local.get $sum))))
      (f32.convert_i32_s (i32.mul (local.get $side) (local.get $side))))))
    (loop $rows
      (local.set $row (i32.add (local.get $to)
        (i32.mul (i32.load offset=4096 (i32.shl (local.get $y) (i32.const 2))) (local.get $bytes))))
      (local.set $weight (v128.load32_splat offset=8192 (i32.shl (local.get $y) (i32.const 2))))
      (local.set $x (i32.const 0))
      (loop $columns
        (v128.store (i32.add (local.get $row) (local.get $x))
          (f32x4.mul (f32x4.mul (f32x4.sub (v128.load (local.get $from)) (local.get $mean))
            (v128.load offset=8192 (local.get $x))) (local.get $weight)))
        (local.set $from (i32.add (local.get $from) (i32.const 16)))
        (br_if $columns (i32.lt_u (local.tee $x (i32.add (local.get $x) (i32.const 16))) (local.get $bytes))))
      (br_if $rows (i32.lt_s (local.tee $y (i32.add (local.get $y) (i32.const 1))) (local.get $side)))))

  ;; Columns become rows, each where the table at 4096 has it.
  (func (export "transpose") (param $from i32) (param $to i32) (param $side i32)
    (local $y i32) (local $x i32) (local $bytes i32)
    (local.set $bytes (i32.shl (local.get $side) (i32.const 2)))
    (loop $rows
      (local.set $x (i32.const 0))
      (loop $columns
        (f32.store
          (i32.add (local.get $to) (i32.mul (i32.load offset=4096 (local.get $x)) (local.get $bytes)))
          (f32.load (i32.add (local.get $from) (local.get $x))))
        (br_if $columns (i32.lt_u (local.tee $x (i32.add (local.get $x) (i32.const 4))) (local.get $bytes))))
      (local.set $from (i32.add (local.get $from) (local.get $bytes)))
      (local.set $to (i32.add (local.get $to) (i32.const 4)))
      (br_if $rows (i32.lt_s (local.tee $y (i32.add (local.get $y) (i32.const 1))) (local.get $side)))))

  ;; Multiplies a product of 64-bit numbers by the powers of two patches at every frequency, each plus `$floor`. Both were
  ;; transformed as one: the part that is even about the middle came from the first, the odd one from the second.
  (func (export "multiply") (param $real i32) (param $imaginary i32) (param $product i32) (param $side i32) (param $floor f64)
    (local $v i32) (local $u i32) (local $at i32) (local $there i32) (local $last i32)
    (local $re f32) (local $im f32) (local $reThere f32) (local $imThere f32)
    (local.set $last (i32.sub (local.get $side) (i32.const 1)))
    (loop $rows
      (local.set $u (i32.const 0))
      (loop $columns
        (local.set $there (i32.shl (i32.add
          (i32.mul (i32.and (i32.sub (local.get $side) (local.get $v)) (local.get $last)) (local.get $side))
          (i32.and (i32.sub (local.get $side) (local.get $u)) (local.get $last))) (i32.const 2)))
        (local.set $re (f32.load (i32.add (local.get $real) (local.get $at))))
        (local.set $im (f32.load (i32.add (local.get $imaginary) (local.get $at))))
        (local.set $reThere (f32.load (i32.add (local.get $real) (local.get $there))))
        (local.set $imThere (f32.load (i32.add (local.get $imaginary) (local.get $there))))
        (f64.store (local.get $product)
          (f64.mul (f64.load (local.get $product))
            (f64.mul
              (f64.add (local.get $floor) (call $power (f32.add (local.get $re) (local.get $reThere)) (f32.sub (local.get $im) (local.get $imThere))))
              (f64.add (local.get $floor) (call $power (f32.sub (local.get $re) (local.get $reThere)) (f32.add (local.get $im) (local.get $imThere)))))))
        (local.set $product (i32.add (local.get $product) (i32.const 8)))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br_if $columns (i32.lt_s (local.tee $u (i32.add (local.get $u) (i32.const 1))) (local.get $side))))
      ;; The other half is its mirror image.
      (br_if $rows (i32.le_s (local.tee $v (i32.add (local.get $v) (i32.const 1))) (i32.shr_u (local.get $side) (i32.const 1))))))

  (func $power (param $x f32) (param $y f32) (result f64)
    (f64.promote_f32 (f32.mul (f32.const 0.25) (f32.add (f32.mul (local.get $x) (local.get $x)) (f32.mul (local.get $y) (local.get $y))))))
)
