;; Samples a picture row by row, as warp.ts and average.ts do it in JavaScript, number by number the same.
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
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
        (f32x4.demote_f64x2_zero (f64x2.mul (f64x2.convert_low_i32x4_u (local.get $sums)) (local.get $share)))
        (f32x4.demote_f64x2_zero
          (f64x2.mul
            (f64x2.convert_low_i32x4_u
              (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $sums) (local.get $sums)))
            (local.get $share))))))

  ;; Places under a turned window that lie inside the picture, in whole numbers of 65536ths.
  (func (export "averageTurned") (param $y f64) (param $from i32) (param $to i32)
    (local $a f64) (local $d f64) (local $by f64) (local $ey f64) (local $c f64) (local $f f64)
    (local $u i32) (local $v i32) (local $tap i32) (local $end i32) (local $stride i32)
    (local $sums v128) (local $share v128)
    (local.set $a (call $real (i32.const 0)))
    (local.set $by (f64.mul (call $real (i32.const 1)) (local.get $y)))
    (local.set $c (call $real (i32.const 2)))
    (local.set $d (call $real (i32.const 3)))
    (local.set $ey (f64.mul (call $real (i32.const 4)) (local.get $y)))
    (local.set $f (call $real (i32.const 5)))
    (local.set $share (f64x2.splat (call $real (i32.const 6))))
    (local.set $end (i32.shl (call $whole (i32.const 0)) (i32.const 2)))
    (local.set $stride (call $whole (i32.const 1)))
    (block $done
      (loop $columns
        (br_if $done (i32.ge_s (local.get $from) (local.get $to)))
        (local.set $u (i32.trunc_sat_f64_s (f64.mul (f64.const 65536) (f64.add (f64.add
          (f64.mul (local.get $a) (f64.convert_i32_s (local.get $from))) (local.get $by)) (local.get $c)))))
        (local.set $v (i32.trunc_sat_f64_s (f64.mul (f64.const 65536) (f64.add (f64.add
          (f64.mul (local.get $d) (f64.convert_i32_s (local.get $from))) (local.get $ey)) (local.get $f)))))
        (local.set $sums (v128.const i32x4 0 0 0 0))
        (local.set $tap (i32.const 0))
        (loop $taps
          (local.set $sums
            (i16x8.add (local.get $sums)
              (i16x8.extend_low_i8x16_u
                (v128.load32_zero offset=262144
                  (i32.add
                    (i32.mul (local.get $stride)
                      (i32.shr_s (i32.add (local.get $v) (i32.load offset=720 (local.get $tap))) (i32.const 16)))
                    (i32.mul (i32.const 3)
                      (i32.shr_s (i32.add (local.get $u) (i32.load offset=576 (local.get $tap))) (i32.const 16))))))))
          (br_if $taps (i32.lt_s (local.tee $tap (i32.add (local.get $tap) (i32.const 4))) (local.get $end))))
        (call $store (local.get $from) (i32x4.extend_low_i16x8_u (local.get $sums)) (local.get $share))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br $columns))))

  ;; Nothing is turned: all columns share their rows, all rows their columns.
  (func (export "averageUpright") (param $from i32) (param $to i32)
    (local $taps i32) (local $bytes i32) (local $column i32) (local $last i32) (local $line i32) (local $left i32)
    (local $sums v128) (local $share v128)
    (local.set $share (f64x2.splat (call $real (i32.const 6))))
    (local.set $bytes (i32.shl (call $whole (i32.const 5)) (i32.const 2)))
    (local.set $column (i32.mul (local.get $from) (local.get $bytes)))
    (block $done
      (loop $columns
        (br_if $done (i32.ge_s (local.get $from) (local.get $to)))
        (local.set $sums (v128.const i32x4 0 0 0 0))
        (local.set $last (i32.add (local.get $column) (local.get $bytes)))
        (loop $across
          (local.set $left (i32.load offset=131072 (local.get $column)))
          (local.set $line (i32.const 0))
          (loop $down
            (local.set $sums
              (i16x8.add (local.get $sums)
                (i16x8.extend_low_i8x16_u
                  (v128.load32_zero offset=262144
                    (i32.add (local.get $left) (i32.load offset=1024 (local.get $line)))))))
            (br_if $down (i32.lt_s (local.tee $line (i32.add (local.get $line) (i32.const 4))) (local.get $bytes))))
          (br_if $across (i32.lt_s (local.tee $column (i32.add (local.get $column) (i32.const 4))) (local.get $last))))
        (call $store (local.get $from) (i32x4.extend_low_i16x8_u (local.get $sums)) (local.get $share))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br $columns))))

  ;; Places that may lie outside: there the nearest pixel counts, or one value for all.
  (func (export "averageAtEdge") (param $y f64) (param $from i32) (param $to i32)
    (local $u f64) (local $v f64) (local $width i32) (local $height i32) (local $outside i32) (local $stride i32)
    (local $tap i32) (local $end i32) (local $column i32) (local $line i32)
    (local $sums v128) (local $share v128) (local $blank v128)
    (local.set $share (f64x2.splat (call $real (i32.const 6))))
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
          (then (call $store (local.get $from) (local.get $blank) (f64x2.splat (f64.const 1))))
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
      (v128.load32_zero offset=262144
        (i32.add (i32.mul (local.get $stride) (local.get $line)) (i32.mul (i32.const 3) (local.get $column)))))))

  ;; Red and green, or blue, of four neighbours by their weights, added in the order of interpolateRow.
  (func $blend (param $p v128) (param $q v128) (param $r v128) (param $s v128)
    (param $nw f64) (param $ne f64) (param $sw f64) (param $se f64) (result v128)
    (f32x4.demote_f64x2_zero
      (f64x2.add (f64x2.add (f64x2.add
        (f64x2.mul (f64x2.splat (local.get $nw)) (f64x2.convert_low_i32x4_u (local.get $p)))
        (f64x2.mul (f64x2.splat (local.get $ne)) (f64x2.convert_low_i32x4_u (local.get $q))))
        (f64x2.mul (f64x2.splat (local.get $sw)) (f64x2.convert_low_i32x4_u (local.get $r))))
        (f64x2.mul (f64x2.splat (local.get $se)) (f64x2.convert_low_i32x4_u (local.get $s))))))
  (func $blue (param $pixel v128) (result v128)
    (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $pixel) (local.get $pixel)))

  ;; Each pixel of the row from the four next to one place.
  (func (export "interpolate") (param $u f64) (param $v f64) (param $count i32)
    (local $x i32) (local $left i32) (local $top i32) (local $width i32) (local $height i32) (local $stride i32)
    (local $outside i32) (local $a f64) (local $d f64) (local $right f64) (local $below f64)
    (local $nw f64) (local $ne f64) (local $sw f64) (local $se f64)
    (local $p v128) (local $q v128) (local $r v128) (local $s v128)
    (local.set $a (call $real (i32.const 0)))
    (local.set $d (call $real (i32.const 3)))
    (local.set $stride (call $whole (i32.const 1)))
    (local.set $width (call $whole (i32.const 2)))
    (local.set $height (call $whole (i32.const 3)))
    (local.set $outside (call $whole (i32.const 4)))
    (loop $columns
      (local.set $left (i32.trunc_sat_f64_s (f64.floor (local.get $u))))
      (local.set $top (i32.trunc_sat_f64_s (f64.floor (local.get $v))))
      (if (i32.and
            (i32.and (i32.ge_s (local.get $left) (i32.const 0)) (i32.ge_s (local.get $top) (i32.const 0)))
            (i32.and
              (i32.lt_s (local.get $left) (i32.sub (local.get $width) (i32.const 1)))
              (i32.lt_s (local.get $top) (i32.sub (local.get $height) (i32.const 1)))))
        (then
          (local.set $right (f64.sub (local.get $u) (f64.convert_i32_s (local.get $left))))
          (local.set $below (f64.sub (local.get $v) (f64.convert_i32_s (local.get $top))))
          (local.set $nw (f64.mul (f64.sub (f64.const 1) (local.get $right)) (f64.sub (f64.const 1) (local.get $below))))
          (local.set $ne (f64.mul (local.get $right) (f64.sub (f64.const 1) (local.get $below))))
          (local.set $sw (f64.mul (f64.sub (f64.const 1) (local.get $right)) (local.get $below)))
          (local.set $se (f64.mul (local.get $right) (local.get $below)))
          (local.set $p (call $pixel (local.get $left) (local.get $top) (local.get $stride)))
          (local.set $q (call $pixel (i32.add (local.get $left) (i32.const 1)) (local.get $top) (local.get $stride)))
          (local.set $top (i32.add (local.get $top) (i32.const 1)))
          (local.set $r (call $pixel (local.get $left) (local.get $top) (local.get $stride)))
          (local.set $s (call $pixel (i32.add (local.get $left) (i32.const 1)) (local.get $top) (local.get $stride)))
          (v128.store offset=2048 (i32.shl (local.get $x) (i32.const 4))
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
              (call $blend (local.get $p) (local.get $q) (local.get $r) (local.get $s)
                (local.get $nw) (local.get $ne) (local.get $sw) (local.get $se))
              (call $blend (call $blue (local.get $p)) (call $blue (local.get $q)) (call $blue (local.get $r))
                (call $blue (local.get $s)) (local.get $nw) (local.get $ne) (local.get $sw) (local.get $se)))))
        (else
          (if (i32.and (i32.ge_s (local.get $outside) (i32.const 0))
                (i32.or
                  (i32.or (i32.lt_s (local.get $left) (i32.const -1)) (i32.lt_s (local.get $top) (i32.const -1)))
                  (i32.or (i32.ge_s (local.get $left) (local.get $width)) (i32.ge_s (local.get $top) (local.get $height)))))
            (then (call $store (local.get $x) (i32x4.splat (local.get $outside)) (f64x2.splat (f64.const 1))))
            (else
              (call $store (local.get $x)
                (call $pixel
                  (call $held (i32.trunc_sat_f64_s (f64.floor (f64.add (local.get $u) (f64.const 0.5)))) (local.get $width))
                  (call $held (i32.trunc_sat_f64_s (f64.floor (f64.add (local.get $v) (f64.const 0.5)))) (local.get $height))
                  (local.get $stride))
                (f64x2.splat (f64.const 1)))))))
      (local.set $u (f64.add (local.get $u) (local.get $a)))
      (local.set $v (f64.add (local.get $v) (local.get $d)))
      (br_if $columns (i32.lt_s (local.tee $x (i32.add (local.get $x) (i32.const 1))) (local.get $count)))))

  ;; The row as three planes one after the other, times and plus the parameters.
  (func (export "planes") (param $count i32)
    (local $x i32) (local $to i32) (local $line i32) (local $times v128) (local $shift v128) (local $row v128) (local $two v128)
    (local.set $times (f64x2.splat (call $real (i32.const 11))))
    (local.set $shift (f64x2.splat (call $real (i32.const 12))))
    (local.set $line (i32.shl (local.get $count) (i32.const 2)))
    (loop $columns
      (local.set $row (v128.load offset=2048 (i32.shl (local.get $x) (i32.const 4))))
      (local.set $to (i32.shl (local.get $x) (i32.const 2)))
      (local.set $two (f32x4.demote_f64x2_zero (f64x2.add (f64x2.mul
        (f64x2.promote_low_f32x4 (local.get $row)) (local.get $times)) (local.get $shift))))
      (f32.store offset=65536 (local.get $to) (f32x4.extract_lane 0 (local.get $two)))
      (local.set $to (i32.add (local.get $to) (local.get $line)))
      (f32.store offset=65536 (local.get $to) (f32x4.extract_lane 1 (local.get $two)))
      (local.set $to (i32.add (local.get $to) (local.get $line)))
      (f32.store offset=65536 (local.get $to)
        (f32.demote_f64 (f64.add (f64.mul
          (f64.promote_f32 (f32x4.extract_lane 2 (local.get $row)))
          (f64x2.extract_lane 0 (local.get $times))) (f64x2.extract_lane 0 (local.get $shift)))))
      (br_if $columns (i32.lt_s (local.tee $x (i32.add (local.get $x) (i32.const 1))) (local.get $count)))))

  ;; The row as bytes, three a pixel.
  (func (export "bytes") (param $count i32)
    (local $x i32) (local $to i32) (local $row v128) (local $two v128)
    (loop $columns
      (local.set $row (v128.load offset=2048 (i32.shl (local.get $x) (i32.const 4))))
      (local.set $to (i32.mul (local.get $x) (i32.const 3)))
      (local.set $two (i32x4.trunc_sat_f64x2_u_zero
        (f64x2.add (f64x2.promote_low_f32x4 (local.get $row)) (f64x2.splat (f64.const 0.5)))))
      (i32.store8 offset=65536 (local.get $to) (i32x4.extract_lane 0 (local.get $two)))
      (i32.store8 offset=65537 (local.get $to) (i32x4.extract_lane 1 (local.get $two)))
      (i32.store8 offset=65538 (local.get $to)
        (i32.trunc_sat_f64_u (f64.add (f64.promote_f32 (f32x4.extract_lane 2 (local.get $row))) (f64.const 0.5))))
      (br_if $columns (i32.lt_s (local.tee $x (i32.add (local.get $x) (i32.const 1))) (local.get $count)))))

  ;; One row of greys, as floats, of so many pixels from a place of the picture.
  (func (export "greys") (param $at i32) (param $to i32) (param $count i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $to) (i32.shl (local.get $count) (i32.const 2))))
    (loop $pixels
      (f32.store (local.get $to)
        (f32.demote_f64 (f64.add (f64.add
          (f64.mul (f64.const 0.299) (f64.convert_i32_u (i32.load8_u offset=262144 (local.get $at))))
          (f64.mul (f64.const 0.587) (f64.convert_i32_u (i32.load8_u offset=262145 (local.get $at)))))
          (f64.mul (f64.const 0.114) (f64.convert_i32_u (i32.load8_u offset=262146 (local.get $at)))))))
      (local.set $at (i32.add (local.get $at) (i32.const 3)))
      (br_if $pixels (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 4))) (local.get $end)))))

  ;; One row of bytes between greys: a place, the step to the next, and the greys with their size.
  (func (export "between") (param $u f64) (param $v f64) (param $grey i32) (param $across i32) (param $down i32) (param $count i32)
    (local $x i32) (local $left i32) (local $top i32) (local $at i32) (local $line i32) (local $a f64) (local $d f64)
    (local $right f64) (local $below f64) (local $lastX f64) (local $lastY f64)
    (local.set $lastX (f64.convert_i32_s (i32.sub (local.get $across) (i32.const 2))))
    (local.set $lastY (f64.convert_i32_s (i32.sub (local.get $down) (i32.const 2))))
    (local.set $a (call $real (i32.const 0)))
    (local.set $d (call $real (i32.const 3)))
    (local.set $line (i32.shl (local.get $across) (i32.const 2)))
    (loop $columns
      ;; Nearly all places are inside: only the others are held at the edge, because that costs as much as the rest.
      (if (i32.and
            (i32.and (f64.ge (local.get $u) (f64.const 0)) (f64.ge (local.get $v) (f64.const 0)))
            (i32.and (f64.le (local.get $u) (local.get $lastX)) (f64.le (local.get $v) (local.get $lastY))))
        (then
          (local.set $left (i32.trunc_sat_f64_s (local.get $u)))
          (local.set $top (i32.trunc_sat_f64_s (local.get $v)))
          (local.set $right (f64.sub (local.get $u) (f64.convert_i32_s (local.get $left))))
          (local.set $below (f64.sub (local.get $v) (f64.convert_i32_s (local.get $top)))))
        (else
          (local.set $left (call $held (i32.trunc_sat_f64_s (f64.floor (local.get $u))) (i32.sub (local.get $across) (i32.const 1))))
          (local.set $top (call $held (i32.trunc_sat_f64_s (f64.floor (local.get $v))) (i32.sub (local.get $down) (i32.const 1))))
          (local.set $right (f64.max (f64.const 0) (f64.min (f64.const 1) (f64.sub (local.get $u) (f64.convert_i32_s (local.get $left))))))
          (local.set $below (f64.max (f64.const 0) (f64.min (f64.const 1) (f64.sub (local.get $v) (f64.convert_i32_s (local.get $top))))))))
      (local.set $at (i32.add (local.get $grey)
        (i32.add (i32.mul (local.get $top) (local.get $line)) (i32.shl (local.get $left) (i32.const 2)))))
      (i32.store8 offset=65536 (local.get $x)
        (i32.trunc_sat_f64_u
          (f64.add (f64.const 0.5)
            (f64.add
              (f64.mul (f64.sub (f64.const 1) (local.get $below)) (call $along (local.get $at) (local.get $right)))
              (f64.mul (local.get $below) (call $along (i32.add (local.get $at) (local.get $line)) (local.get $right)))))))
      (local.set $u (f64.add (local.get $u) (local.get $a)))
      (local.set $v (f64.add (local.get $v) (local.get $d)))
      (br_if $columns (i32.lt_s (local.tee $x (i32.add (local.get $x) (i32.const 1))) (local.get $count)))))

  (func $along (param $at i32) (param $right f64) (result f64)
    (f64.add
      (f64.mul (f64.sub (f64.const 1) (local.get $right)) (f64.promote_f32 (f32.load (local.get $at))))
      (f64.mul (local.get $right) (f64.promote_f32 (f32.load offset=4 (local.get $at))))))
)
