;; Samples a picture row by row, as warp.ts and average.ts do it in JavaScript: the same places, mixed in numbers of half the length.
;; warp-kernel.ts lays out the memory: tables and parameters first, then a row of four floats a pixel, then what is made
;; of the row, then the picture of three bytes a pixel. One byte behind a pixel is read with it, and never counts.
(module
  (memory (export "memory") 8 512)

  ;; Parameters, see warp-kernel.ts.
  (func $real (param $index i32) (result f64)
    (f64.load offset=1088 (i32.shl (local.get $index) (i32.const 3))))
  (func $whole (param $index i32) (result i32)
    (i32.load offset=1216 (i32.shl (local.get $index) (i32.const 2))))

  ;; Sums of red, green and blue, each times the share of one place, to the row.
  (func $store (param $x i32) (param $sums v128) (param $share v128)
    (v128.store offset=2048 (i32.shl (local.get $x) (i32.const 4))
      (f32x4.mul (f32x4.convert_i32x4_u (local.get $sums)) (local.get $share))))
  (func $share (result v128)
    (f32x4.splat (f32.demote_f64 (call $real (i32.const 6)))))

  ;; Places under a turned window that lie inside the picture, in whole numbers of 65536ths.
  (func (export "averageTurned") (param $y f64) (param $from i32) (param $to i32)
    (local $stepU i32) (local $stepV i32)
    (local $u i32) (local $v i32) (local $tap i32) (local $end i32) (local $four_end i32) (local $stride i32)
    (local $us v128) (local $vs v128) (local $strides v128) (local $places v128) (local $four v128)
    (local $sums v128) (local $share v128)
    (local.set $stepU (call $whole (i32.const 6)))
    (local.set $stepV (call $whole (i32.const 7)))
    (local.set $u (i32.add (i32.mul (local.get $from) (local.get $stepU)) (i32.trunc_sat_f64_s (f64.mul (f64.const 65536)
      (f64.add (f64.mul (call $real (i32.const 1)) (local.get $y)) (call $real (i32.const 2)))))))
    (local.set $v (i32.add (i32.mul (local.get $from) (local.get $stepV)) (i32.trunc_sat_f64_s (f64.mul (f64.const 65536)
      (f64.add (f64.mul (call $real (i32.const 4)) (local.get $y)) (call $real (i32.const 5)))))))
    (local.set $share (call $share))
    (local.set $end (i32.shl (call $whole (i32.const 0)) (i32.const 2)))
    (local.set $four_end (i32.and (local.get $end) (i32.const -16)))
    (local.set $stride (call $whole (i32.const 1)))
    (local.set $strides (i32x4.splat (local.get $stride)))
    (block $done
      (loop $columns
        (br_if $done (i32.ge_s (local.get $from) (local.get $to)))
        (local.set $sums (v128.const i32x4 0 0 0 0))
        (local.set $tap (i32.const 0))
        (local.set $us (i32x4.splat (local.get $u)))
        (local.set $vs (i32x4.splat (local.get $v)))
        ;; Four places at a time: their pixels lie beside each other in one vector.
        (loop $fours
          (local.set $places
            (i32x4.add
              (i32x4.mul (local.get $strides)
                (i32x4.shr_s (i32x4.add (local.get $vs) (v128.load offset=720 (local.get $tap))) (i32.const 16)))
              (i32x4.mul (v128.const i32x4 3 3 3 3)
                (i32x4.shr_s (i32x4.add (local.get $us) (v128.load offset=576 (local.get $tap))) (i32.const 16)))))
          (local.set $four
            (v128.load32_lane offset=327680 3 (i32x4.extract_lane 3 (local.get $places))
              (v128.load32_lane offset=327680 2 (i32x4.extract_lane 2 (local.get $places))
                (v128.load32_lane offset=327680 1 (i32x4.extract_lane 1 (local.get $places))
                  (v128.load32_zero offset=327680 (i32x4.extract_lane 0 (local.get $places)))))))
          (local.set $sums (i16x8.add (local.get $sums) (i16x8.add
            (i16x8.extend_low_i8x16_u (local.get $four)) (i16x8.extend_high_i8x16_u (local.get $four)))))
          (br_if $fours (i32.lt_s (local.tee $tap (i32.add (local.get $tap) (i32.const 16))) (local.get $four_end))))
        (local.set $sums (i16x8.add (local.get $sums)
          (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $sums) (local.get $sums))))
        ;; An odd number of places along each side leaves one.
        (if (i32.lt_s (local.get $tap) (local.get $end))
          (then
            (local.set $sums
              (i16x8.add (local.get $sums)
                (i16x8.extend_low_i8x16_u
                  (v128.load32_zero offset=327680
                    (i32.add
                      (i32.mul (local.get $stride)
                        (i32.shr_s (i32.add (local.get $v) (i32.load offset=720 (local.get $tap))) (i32.const 16)))
                      (i32.mul (i32.const 3)
                        (i32.shr_s (i32.add (local.get $u) (i32.load offset=576 (local.get $tap))) (i32.const 16))))))))))
        (v128.store offset=2048 (i32.shl (local.get $from) (i32.const 4))
          (f32x4.mul (f32x4.convert_i32x4_u (i32x4.extend_low_i16x8_u (local.get $sums))) (local.get $share)))
        (local.set $u (i32.add (local.get $u) (local.get $stepU)))
        (local.set $v (i32.add (local.get $v) (local.get $stepV)))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br $columns))))

  ;; Nothing is turned: all columns share their rows, all rows their columns. So the rows are summed first, byte by byte.
  (func (export "averageUpright") (param $from i32) (param $to i32)
    (local $bytes i32) (local $column i32) (local $last i32) (local $line i32) (local $at i32) (local $end i32)
    (local $low v128) (local $high v128) (local $sums v128) (local $share v128)
    (if (i32.ge_s (local.get $from) (local.get $to)) (then (return)))
    (local.set $share (call $share))
    (local.set $bytes (i32.shl (call $whole (i32.const 5)) (i32.const 2)))
    (local.set $column (i32.mul (local.get $from) (local.get $bytes)))
    (local.set $last (i32.sub (i32.mul (local.get $to) (local.get $bytes)) (i32.const 4)))
    ;; From the first column to the last, whichever way the window lies.
    (local.set $at (i32.load offset=131072 (local.get $column)))
    (local.set $end (i32.load offset=131072 (local.get $last)))
    (if (i32.gt_s (local.get $at) (local.get $end))
      (then (local.set $line (local.get $at)) (local.set $at (local.get $end)) (local.set $end (local.get $line))))
    (local.set $end (i32.add (local.get $end) (i32.const 4)))
    (loop $stretch
      (local.set $low (v128.const i32x4 0 0 0 0))
      (local.set $high (v128.const i32x4 0 0 0 0))
      (local.set $line (i32.const 0))
      (loop $down
        (local.set $sums (v128.load offset=327680 (i32.add (local.get $at) (i32.load offset=1024 (local.get $line)))))
        (local.set $low (i16x8.add (local.get $low) (i16x8.extend_low_i8x16_u (local.get $sums))))
        (local.set $high (i16x8.add (local.get $high) (i16x8.extend_high_i8x16_u (local.get $sums))))
        (br_if $down (i32.lt_s (local.tee $line (i32.add (local.get $line) (i32.const 4))) (local.get $bytes))))
      (v128.store offset=196608 (i32.shl (local.get $at) (i32.const 1)) (local.get $low))
      (v128.store offset=196624 (i32.shl (local.get $at) (i32.const 1)) (local.get $high))
      (br_if $stretch (i32.lt_s (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
    (loop $columns
      (local.set $sums (v128.const i32x4 0 0 0 0))
      (local.set $last (i32.add (local.get $column) (local.get $bytes)))
      (loop $across
        (local.set $sums
          (i16x8.add (local.get $sums)
            (v128.load64_zero offset=196608 (i32.shl (i32.load offset=131072 (local.get $column)) (i32.const 1)))))
        (br_if $across (i32.lt_s (local.tee $column (i32.add (local.get $column) (i32.const 4))) (local.get $last))))
      (v128.store offset=2048 (i32.shl (local.get $from) (i32.const 4))
        (f32x4.mul (f32x4.convert_i32x4_u (i32x4.extend_low_i16x8_u (local.get $sums))) (local.get $share)))
      (br_if $columns (i32.lt_s (local.tee $from (i32.add (local.get $from) (i32.const 1))) (local.get $to)))))

  ;; Places that may lie outside: there the nearest pixel counts, or one value for all.
  (func (export "averageAtEdge") (param $y f64) (param $from i32) (param $to i32)
    (local $u f64) (local $v f64) (local $width i32) (local $height i32) (local $outside i32) (local $stride i32)
    (local $tap i32) (local $end i32) (local $column i32) (local $line i32)
    (local $sums v128) (local $share v128) (local $blank v128)
    (local.set $share (call $share))
    (local.set $end (i32.shl (call $whole (i32.const 0)) (i32.const 3)))
    (local.set $stride (call $whole (i32.const 1)))
    (local.set $width (call $whole (i32.const 2)))
    (local.set $height (call $whole (i32.const 3)))
    (local.set $outside (call $whole (i32.const 4)))
    (local.set $blank (i32x4.splat (local.get $outside)))
    (block $done
      (loop $columns
        (br_if $done (i32.ge_s (local.get $from) (local.get $to)))
        (local.set $u (f64.add (f64.add (f64.mul (call $real (i32.const 0)) (f64.convert_i32_s (local.get $from)))
          (f64.mul (call $real (i32.const 1)) (local.get $y))) (call $real (i32.const 2))))
        (local.set $v (f64.add (f64.add (f64.mul (call $real (i32.const 3)) (f64.convert_i32_s (local.get $from)))
          (f64.mul (call $real (i32.const 4)) (local.get $y))) (call $real (i32.const 5))))
        (if (i32.and (i32.ge_s (local.get $outside) (i32.const 0))
              (i32.or
                (i32.or (f64.le (f64.add (local.get $u) (call $real (i32.const 7))) (f64.const 0))
                  (f64.le (f64.add (local.get $v) (call $real (i32.const 8))) (f64.const 0)))
                (i32.or
                  (f64.ge (f64.add (local.get $u) (call $real (i32.const 9))) (f64.convert_i32_s (local.get $width)))
                  (f64.ge (f64.add (local.get $v) (call $real (i32.const 10))) (f64.convert_i32_s (local.get $height))))))
          (then (call $store (local.get $from) (local.get $blank) (f32x4.splat (f32.const 1))))
          (else
            (local.set $sums (v128.const i32x4 0 0 0 0))
            (local.set $tap (i32.const 0))
            (loop $taps
              (local.set $column (i32.trunc_sat_f64_s (f64.floor (f64.add (local.get $u) (f64.load (local.get $tap))))))
              (local.set $line (i32.trunc_sat_f64_s (f64.floor (f64.add (local.get $v) (f64.load offset=288 (local.get $tap))))))
              (if (i32.and (i32.ge_s (local.get $outside) (i32.const 0))
                    (i32.or (i32.ge_u (local.get $column) (local.get $width)) (i32.ge_u (local.get $line) (local.get $height))))
                (then (local.set $sums (i32x4.add (local.get $sums) (local.get $blank))))
                (else
                  (local.set $sums (i32x4.add (local.get $sums)
                    (call $pixel
                      (call $held (local.get $column) (local.get $width))
                      (call $held (local.get $line) (local.get $height))
                      (local.get $stride))))))
              (br_if $taps (i32.lt_s (local.tee $tap (i32.add (local.get $tap) (i32.const 8))) (local.get $end))))
            (call $store (local.get $from) (local.get $sums) (local.get $share))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br $columns))))

  (func $held (param $place i32) (param $count i32) (result i32)
    (if (result i32) (i32.lt_s (local.get $place) (i32.const 0))
      (then (i32.const 0))
      (else (if (result i32) (i32.ge_s (local.get $place) (local.get $count))
        (then (i32.sub (local.get $count) (i32.const 1)))
        (else (local.get $place))))))

  (func $pixel (param $column i32) (param $line i32) (param $stride i32) (result v128)
    (i32x4.extend_low_i16x8_u (i16x8.extend_low_i8x16_u
      (v128.load32_zero offset=327680
        (i32.add (i32.mul (local.get $stride) (local.get $line)) (i32.mul (i32.const 3) (local.get $column)))))))

  ;; Each pixel of the row from the four next to one place. Places have 32 bits behind the point, of which 14 weigh.
  (func (export "interpolate") (param $from f64) (param $down f64) (param $count i32)
    (local $x i32) (local $left i32) (local $top i32) (local $width i32) (local $height i32) (local $stride i32)
    (local $outside i32) (local $at i32) (local $right i32) (local $u i64) (local $v i64) (local $stepU i64) (local $stepV i64)
    (local $weights v128) (local $upper v128) (local $lower v128)
    (local.set $stepU (i64.trunc_sat_f64_s (f64.mul (f64.const 4294967296) (call $real (i32.const 0)))))
    (local.set $stepV (i64.trunc_sat_f64_s (f64.mul (f64.const 4294967296) (call $real (i32.const 3)))))
    (local.set $u (i64.trunc_sat_f64_s (f64.mul (f64.const 4294967296) (local.get $from))))
    (local.set $v (i64.trunc_sat_f64_s (f64.mul (f64.const 4294967296) (local.get $down))))
    (local.set $stride (call $whole (i32.const 1)))
    (local.set $width (call $whole (i32.const 2)))
    (local.set $height (call $whole (i32.const 3)))
    (local.set $outside (call $whole (i32.const 4)))
    (loop $columns
      (local.set $left (i32.wrap_i64 (i64.shr_s (local.get $u) (i64.const 32))))
      (local.set $top (i32.wrap_i64 (i64.shr_s (local.get $v) (i64.const 32))))
      (if (i32.and
            (i32.lt_u (local.get $left) (i32.sub (local.get $width) (i32.const 1)))
            (i32.lt_u (local.get $top) (i32.sub (local.get $height) (i32.const 1))))
        (then
          (local.set $at (i32.add (i32.mul (local.get $stride) (local.get $top)) (i32.mul (i32.const 3) (local.get $left))))
          ;; The weight of the left pixel, and above it that of the right one.
          (local.set $right (i32.and (i32.wrap_i64 (i64.shr_u (local.get $u) (i64.const 18))) (i32.const 16383)))
          (local.set $weights (i32x4.splat
            (i32.or (i32.sub (i32.const 16384) (local.get $right)) (i32.shl (local.get $right) (i32.const 16)))))
          (local.set $upper (call $beside (local.get $at) (local.get $weights)))
          (local.set $lower (call $beside (i32.add (local.get $at) (local.get $stride)) (local.get $weights)))
          (v128.store offset=2048 (i32.shl (local.get $x) (i32.const 4))
            (f32x4.mul (f32x4.splat (f32.const 0x1p-14))
              (f32x4.add (local.get $upper)
                (f32x4.mul (f32x4.sub (local.get $lower) (local.get $upper))
                  (f32x4.mul (f32x4.splat (f32.const 0x1p-14))
                    (f32x4.convert_i32x4_s (i32x4.splat
                      (i32.and (i32.wrap_i64 (i64.shr_u (local.get $v) (i64.const 18))) (i32.const 16383))))))))))
        (else
          (if (i32.and (i32.ge_s (local.get $outside) (i32.const 0))
                (i32.or
                  (i32.or (i32.lt_s (local.get $left) (i32.const -1)) (i32.lt_s (local.get $top) (i32.const -1)))
                  (i32.or (i32.ge_s (local.get $left) (local.get $width)) (i32.ge_s (local.get $top) (local.get $height)))))
            (then (call $store (local.get $x) (i32x4.splat (local.get $outside)) (f32x4.splat (f32.const 1))))
            (else
              (call $store (local.get $x)
                (call $pixel
                  (call $held (call $nearest (local.get $u)) (local.get $width))
                  (call $held (call $nearest (local.get $v)) (local.get $height))
                  (local.get $stride))
                (f32x4.splat (f32.const 1)))))))
      (local.set $u (i64.add (local.get $u) (local.get $stepU)))
      (local.set $v (i64.add (local.get $v) (local.get $stepV)))
      (br_if $columns (i32.lt_s (local.tee $x (i32.add (local.get $x) (i32.const 1))) (local.get $count)))))

  ;; The colours of a pixel and of the one on its right, by their weights.
  (func $beside (param $at i32) (param $weights v128) (result v128)
    (f32x4.convert_i32x4_s (i32x4.dot_i16x8_s (local.get $weights)
      (i8x16.shuffle 0 16 3 16 1 16 4 16 2 16 5 16 16 16 16 16
        (v128.load64_zero offset=327680 (local.get $at)) (v128.const i32x4 0 0 0 0)))))

  (func $nearest (param $place i64) (result i32)
    (i32.wrap_i64 (i64.shr_s (i64.add (local.get $place) (i64.const 2147483648)) (i64.const 32))))

  ;; The row as three planes one after the other, times and plus the parameters: four pixels at a time, and some beyond the row.
  (func (export "planes") (param $count i32)
    (local $x i32) (local $to i32) (local $line i32) (local $times v128) (local $shift v128)
    (local $p v128) (local $q v128) (local $r v128) (local $s v128) (local $low v128) (local $high v128)
    (local.set $times (f32x4.splat (f32.demote_f64 (call $real (i32.const 11)))))
    (local.set $shift (f32x4.splat (f32.demote_f64 (call $real (i32.const 12)))))
    (local.set $line (i32.and (i32.add (i32.shl (local.get $count) (i32.const 2)) (i32.const 15)) (i32.const -16)))
    (loop $columns
      (local.set $p (v128.load offset=2048 (i32.shl (local.get $x) (i32.const 4))))
      (local.set $q (v128.load offset=2064 (i32.shl (local.get $x) (i32.const 4))))
      (local.set $r (v128.load offset=2080 (i32.shl (local.get $x) (i32.const 4))))
      (local.set $s (v128.load offset=2096 (i32.shl (local.get $x) (i32.const 4))))
      (local.set $to (i32.shl (local.get $x) (i32.const 2)))
      (local.set $low (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $p) (local.get $q)))
      (local.set $high (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $r) (local.get $s)))
      (v128.store offset=65536 (local.get $to) (f32x4.add (local.get $shift) (f32x4.mul (local.get $times)
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $low) (local.get $high)))))
      (local.set $to (i32.add (local.get $to) (local.get $line)))
      (v128.store offset=65536 (local.get $to) (f32x4.add (local.get $shift) (f32x4.mul (local.get $times)
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $low) (local.get $high)))))
      (local.set $to (i32.add (local.get $to) (local.get $line)))
      (local.set $low (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $p) (local.get $q)))
      (local.set $high (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $r) (local.get $s)))
      (v128.store offset=65536 (local.get $to) (f32x4.add (local.get $shift) (f32x4.mul (local.get $times)
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $low) (local.get $high)))))
      (br_if $columns (i32.lt_s (local.tee $x (i32.add (local.get $x) (i32.const 4))) (local.get $count)))))

  ;; The row as bytes, three a pixel; a byte behind the row is written too.
  (func (export "bytes") (param $count i32)
    (local $x i32) (local $row v128)
    (loop $columns
      (local.set $row (i32x4.trunc_sat_f32x4_s (f32x4.add (f32x4.splat (f32.const 0.5))
        (v128.load offset=2048 (i32.shl (local.get $x) (i32.const 4))))))
      (local.set $row (i16x8.narrow_i32x4_s (local.get $row) (local.get $row)))
      (v128.store32_lane offset=65536 0 (i32.mul (local.get $x) (i32.const 3)) (i8x16.narrow_i16x8_u (local.get $row) (local.get $row)))
      (br_if $columns (i32.lt_s (local.tee $x (i32.add (local.get $x) (i32.const 1))) (local.get $count)))))

  ;; Greys, as floats, of eight pixels from a byte of the picture on.
  (func $eight (param $at i32) (param $to i32)
    (local $one v128) (local $two v128) (local $red v128) (local $green v128) (local $blue v128)
    (local.set $one (v128.load offset=327680 (local.get $at)))
    (local.set $two (v128.load64_zero offset=327696 (local.get $at)))
    (local.set $red (i16x8.extend_low_i8x16_u (i8x16.shuffle 0 3 6 9 12 15 18 21 0 0 0 0 0 0 0 0 (local.get $one) (local.get $two))))
    (local.set $green (i16x8.extend_low_i8x16_u (i8x16.shuffle 1 4 7 10 13 16 19 22 0 0 0 0 0 0 0 0 (local.get $one) (local.get $two))))
    (local.set $blue (i16x8.extend_low_i8x16_u (i8x16.shuffle 2 5 8 11 14 17 20 23 0 0 0 0 0 0 0 0 (local.get $one) (local.get $two))))
    (v128.store (local.get $to) (call $light (i32x4.extend_low_i16x8_u (local.get $red))
      (i32x4.extend_low_i16x8_u (local.get $green)) (i32x4.extend_low_i16x8_u (local.get $blue))))
    (v128.store offset=16 (local.get $to) (call $light (i32x4.extend_high_i16x8_u (local.get $red))
      (i32x4.extend_high_i16x8_u (local.get $green)) (i32x4.extend_high_i16x8_u (local.get $blue)))))
  (func $light (param $red v128) (param $green v128) (param $blue v128) (result v128)
    (f32x4.add (f32x4.add
      (f32x4.mul (f32x4.splat (f32.const 0.299)) (f32x4.convert_i32x4_u (local.get $red)))
      (f32x4.mul (f32x4.splat (f32.const 0.587)) (f32x4.convert_i32x4_u (local.get $green))))
      (f32x4.mul (f32x4.splat (f32.const 0.114)) (f32x4.convert_i32x4_u (local.get $blue)))))

  ;; One row of greys of so many pixels from a byte of the picture on, eight at a time and some beyond.
  (func (export "greys") (param $at i32) (param $to i32) (param $count i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $to) (i32.shl (local.get $count) (i32.const 2))))
    (loop $pixels
      (call $eight (local.get $at) (local.get $to))
      (local.set $at (i32.add (local.get $at) (i32.const 24)))
      (br_if $pixels (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 32))) (local.get $end)))))

  ;; One row of bytes between greys: a place, the step to the next, and the greys with their size. Four at a time.
  (func (export "between") (param $u f64) (param $v f64) (param $grey i32) (param $across i32) (param $down i32) (param $count i32)
    (local $x i32) (local $line i32) (local $us v128) (local $vs v128) (local $left v128) (local $top v128)
    (local $right v128) (local $below v128) (local $places v128) (local $at i32)
    (local $one v128) (local $two v128) (local $upper v128) (local $lower v128)
    (local $stepU v128) (local $stepV v128) (local $lastX v128) (local $lastY v128)
    (local.set $line (i32.shl (local.get $across) (i32.const 2)))
    (local.set $lastX (i32x4.splat (i32.sub (local.get $across) (i32.const 2))))
    (local.set $lastY (i32x4.splat (i32.sub (local.get $down) (i32.const 2))))
    (local.set $stepU (f32x4.splat (f32.demote_f64 (call $real (i32.const 0)))))
    (local.set $stepV (f32x4.splat (f32.demote_f64 (call $real (i32.const 3)))))
    (local.set $us (f32x4.add (f32x4.splat (f32.demote_f64 (local.get $u)))
      (f32x4.mul (v128.const f32x4 0 1 2 3) (local.get $stepU))))
    (local.set $vs (f32x4.add (f32x4.splat (f32.demote_f64 (local.get $v)))
      (f32x4.mul (v128.const f32x4 0 1 2 3) (local.get $stepV))))
    (local.set $stepU (f32x4.mul (local.get $stepU) (f32x4.splat (f32.const 4))))
    (local.set $stepV (f32x4.mul (local.get $stepV) (f32x4.splat (f32.const 4))))
    (loop $columns
      ;; What lies outside is held at the edge.
      (local.set $right (f32x4.pmax (v128.const f32x4 0 0 0 0) (f32x4.pmin (local.get $us)
        (f32x4.convert_i32x4_s (i32x4.add (local.get $lastX) (v128.const i32x4 1 1 1 1))))))
      (local.set $below (f32x4.pmax (v128.const f32x4 0 0 0 0) (f32x4.pmin (local.get $vs)
        (f32x4.convert_i32x4_s (i32x4.add (local.get $lastY) (v128.const i32x4 1 1 1 1))))))
      (local.set $left (i32x4.min_s (local.get $lastX) (i32x4.trunc_sat_f32x4_s (local.get $right))))
      (local.set $top (i32x4.min_s (local.get $lastY) (i32x4.trunc_sat_f32x4_s (local.get $below))))
      (local.set $right (f32x4.sub (local.get $right) (f32x4.convert_i32x4_s (local.get $left))))
      (local.set $below (f32x4.sub (local.get $below) (f32x4.convert_i32x4_s (local.get $top))))
      (local.set $places (i32x4.add (i32x4.splat (local.get $grey))
        (i32x4.add (i32x4.mul (local.get $top) (i32x4.splat (local.get $line))) (i32x4.shl (local.get $left) (i32.const 2)))))
      (local.set $one (v128.load64_lane 1 (i32x4.extract_lane 1 (local.get $places))
        (v128.load64_zero (i32x4.extract_lane 0 (local.get $places)))))
      (local.set $two (v128.load64_lane 1 (i32x4.extract_lane 3 (local.get $places))
        (v128.load64_zero (i32x4.extract_lane 2 (local.get $places)))))
      (local.set $upper (call $mixed (local.get $one) (local.get $two) (local.get $right)))
      (local.set $places (i32x4.add (local.get $places) (i32x4.splat (local.get $line))))
      (local.set $one (v128.load64_lane 1 (i32x4.extract_lane 1 (local.get $places))
        (v128.load64_zero (i32x4.extract_lane 0 (local.get $places)))))
      (local.set $two (v128.load64_lane 1 (i32x4.extract_lane 3 (local.get $places))
        (v128.load64_zero (i32x4.extract_lane 2 (local.get $places)))))
      (local.set $lower (call $mixed (local.get $one) (local.get $two) (local.get $right)))
      (local.set $upper (i32x4.trunc_sat_f32x4_s (f32x4.add (v128.const f32x4 0.5 0.5 0.5 0.5) (f32x4.add (local.get $upper)
        (f32x4.mul (local.get $below) (f32x4.sub (local.get $lower) (local.get $upper)))))))
      (local.set $upper (i16x8.narrow_i32x4_s (local.get $upper) (local.get $upper)))
      (v128.store32_lane offset=65536 0 (local.get $x) (i8x16.narrow_i16x8_u (local.get $upper) (local.get $upper)))
      (local.set $us (f32x4.add (local.get $us) (local.get $stepU)))
      (local.set $vs (f32x4.add (local.get $vs) (local.get $stepV)))
      (br_if $columns (i32.lt_s (local.tee $x (i32.add (local.get $x) (i32.const 4))) (local.get $count)))))

  ;; Of four pairs of neighbours, two in each vector, what lies between each.
  (func $mixed (param $one v128) (param $two v128) (param $right v128) (result v128)
    (local $left v128)
    (local.set $left (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $one) (local.get $two)))
    (f32x4.add (local.get $left) (f32x4.mul (local.get $right) (f32x4.sub
      (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $one) (local.get $two)) (local.get $left)))))

  ;; Greys of a block of 8 x 8 pixels, from the byte of its first, with the steps to the next on its right and below; gives
  ;; whether it can be used. What frequencies it has is counted: cosines lie at 1280, then the places in both of each of
  ;; `$modes` frequencies, then one by the step of each, and its counts, 32 of each, at 180224.
  (func (export "block") (param $at i32) (param $right i32) (param $down i32) (param $modes i32) (result i32)
    (local $i i32) (local $byte i32) (local $least v128) (local $most v128)
    (local $v i32) (local $y i32) (local $low v128) (local $high v128) (local $weight v128) (local $level i32)
    (local.set $least (f32x4.splat (f32.const 255)))
    (loop $rows
      (if (i32.eq (local.get $right) (i32.const 3))
        (then
          (call $eight (local.get $at) (i32.add (local.get $i) (i32.const 65536)))
          (local.set $i (i32.add (local.get $i) (i32.const 32))))
        (else
          (local.set $byte (local.get $at))
          (loop $pixels
            (f32.store offset=65536 (local.get $i)
              (f32.add (f32.add
                (f32.mul (f32.const 0.299) (f32.convert_i32_u (i32.load8_u offset=327680 (local.get $byte))))
                (f32.mul (f32.const 0.587) (f32.convert_i32_u (i32.load8_u offset=327681 (local.get $byte)))))
                (f32.mul (f32.const 0.114) (f32.convert_i32_u (i32.load8_u offset=327682 (local.get $byte))))))
            (local.set $byte (i32.add (local.get $byte) (local.get $right)))
            (br_if $pixels (i32.and (local.tee $i (i32.add (local.get $i) (i32.const 4))) (i32.const 31))))))
      (local.set $low (v128.load offset=65504 (local.get $i)))
      (local.set $high (v128.load offset=65520 (local.get $i)))
      (local.set $least (f32x4.pmin (local.get $least) (f32x4.pmin (local.get $low) (local.get $high))))
      (local.set $most (f32x4.pmax (local.get $most) (f32x4.pmax (local.get $low) (local.get $high))))
      (local.set $at (i32.add (local.get $at) (local.get $down)))
      (br_if $rows (i32.lt_u (local.get $i) (i32.const 256))))
    ;; All four of each are the least and the most.
    (local.set $least (f32x4.pmin (local.get $least) (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $least) (local.get $least))))
    (local.set $least (f32x4.pmin (local.get $least) (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $least) (local.get $least))))
    (local.set $most (f32x4.pmax (local.get $most) (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $most) (local.get $most))))
    (local.set $most (f32x4.pmax (local.get $most) (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $most) (local.get $most))))
    ;; A block clipped at black or white differs from what was stored, and a flat one tells nothing.
    (if (i32.eqz (i32.and
          (i32.and
            (f32.gt (f32x4.extract_lane 0 (local.get $least)) (f32.const 1))
            (f32.lt (f32x4.extract_lane 0 (local.get $most)) (f32.const 254)))
          (f32.ge (f32.sub (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 0 (local.get $least))) (f32.const 6))))
      (then (return (i32.const 0))))
    ;; Down the columns, all of them side by side.
    (loop $waves
      (local.set $low (v128.const f32x4 0 0 0 0))
      (local.set $high (v128.const f32x4 0 0 0 0))
      (local.set $y (i32.const 0))
      (loop $lines
        (local.set $weight (v128.load32_splat offset=1280 (i32.add (local.get $v) (i32.shr_u (local.get $y) (i32.const 3)))))
        (local.set $low (f32x4.add (local.get $low) (f32x4.mul (local.get $weight) (v128.load offset=65536 (local.get $y)))))
        (local.set $high (f32x4.add (local.get $high) (f32x4.mul (local.get $weight) (v128.load offset=65552 (local.get $y)))))
        (br_if $lines (i32.lt_u (local.tee $y (i32.add (local.get $y) (i32.const 32))) (i32.const 256))))
      (v128.store offset=66048 (local.get $v) (local.get $low))
      (v128.store offset=66064 (local.get $v) (local.get $high))
      (br_if $waves (i32.lt_u (local.tee $v (i32.add (local.get $v) (i32.const 32))) (i32.const 160))))
    ;; Then along them, of each frequency what it needs.
    (local.set $i (i32.const 0))
    (loop $frequencies
      (local.set $v (i32.load offset=1536 (i32.shl (local.get $i) (i32.const 3))))
      (local.set $y (i32.load offset=1540 (i32.shl (local.get $i) (i32.const 3))))
      (local.set $low (f32x4.add
        (f32x4.mul (v128.load offset=66048 (local.get $v)) (v128.load offset=1280 (local.get $y)))
        (f32x4.mul (v128.load offset=66064 (local.get $v)) (v128.load offset=1296 (local.get $y)))))
      (local.set $level (i32.trunc_sat_f32_s (f32.add (f32.const 0.5) (f32.mul
        (f32.load offset=1664 (i32.shl (local.get $i) (i32.const 2)))
        (f32.abs (f32.add
          (f32.add (f32x4.extract_lane 0 (local.get $low)) (f32x4.extract_lane 1 (local.get $low)))
          (f32.add (f32x4.extract_lane 2 (local.get $low)) (f32x4.extract_lane 3 (local.get $low)))))))))
      (if (i32.lt_u (local.get $level) (i32.const 32))
        (then
          (local.set $level (i32.shl (i32.add (i32.shl (local.get $i) (i32.const 5)) (local.get $level)) (i32.const 2)))
          (i32.store offset=180224 (local.get $level) (i32.add (i32.const 1) (i32.load offset=180224 (local.get $level))))))
      (br_if $frequencies (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $modes))))
    (i32.const 1))
)
