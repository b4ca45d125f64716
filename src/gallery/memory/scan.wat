;; The inner loops of the gallery: one query against blocks of 64 faces, the best of them kept in a sorted list.
;;
;; Built by build-scan.ts into scan-kernels.ts, twice, as `relaxed` and as `simd`; two kinds of directive are its whole
;; vocabulary, each ended by `;; end`:
;;   ;; only KERNEL                these lines are for that kernel
;;   ;; each A B in 0/0 1/16       these lines once per item, with A and B replaced by its parts
;;
;; A block:       64 x 128 codes i8, 64 scales f32, 64 sums of codes i32 (layout.ts says the same in TypeScript).
;; A query:       384 bytes, prepared for one of the kernels by quantise.ts.
;; The best:      pairs of score f32 and slot i32, best first, as many as wanted; an empty place has slot -1, and the score
;;                that is to be exceeded.

(module
  (import "gallery" "memory" (memory 1 65536 shared))

  ;; Puts a face in its place among the best if it is better than the worst of them. Rare after the first thousands.
  (func $offer (param $score f32) (param $slot i32) (param $end i32) (param $best i32) (param $last i32)
    (local $at i32)
    ;; Slots from $end on are being written just now: what was read of them may be torn.
    (br_if 0 (i32.ge_u (local.get $slot) (local.get $end)))
    ;; Not a number, the score of the dead, is never greater.
    (br_if 0 (i32.eqz (f32.gt (local.get $score) (f32.load (local.get $last)))))
    (local.set $at (local.get $last))
    (block $placed
      (loop $down
        (br_if $placed (i32.eq (local.get $at) (local.get $best)))
        ;; Of equals the earlier slot stays ahead.
        (br_if $placed (f32.ge (f32.load (i32.sub (local.get $at) (i32.const 8))) (local.get $score)))
        (i64.store (local.get $at) (i64.load (i32.sub (local.get $at) (i32.const 8))))
        (local.set $at (i32.sub (local.get $at) (i32.const 8)))
        (br $down)))
    (f32.store (local.get $at) (local.get $score))
    (i32.store offset=4 (local.get $at) (local.get $slot)))

  ;; What a score must exceed, before the low bits of the query are looked at, to come among the best.
  (func $threshold (param $last i32) (param $margin f32) (result f32)
    ;; only relaxed
    (f32.mul (f32.sub (f32.load (local.get $last)) (local.get $margin)) (f32.const 0.0078125))
    ;; end
    ;; only simd
    (f32.load (local.get $last))
    ;; end
  )

  ;; only relaxed
  ;; The same for the four coarse bits of a query, of which a step is 1161.
  (func $coarseThreshold (param $last i32) (param $margin f32) (result f32)
    (f32.div (f32.sub (f32.load (local.get $last)) (local.get $margin)) (f32.const 1161)))

  ;; What seven bits of the query give with four faces that lie one behind the other: a number per face.
  (func $sevenBits (param $codes i32) (param $query i32) (result v128)
    ;; each FACE in 0 1 2 3
    (local $dotFACE v128)
    ;; end
    ;; each FACE in 0 1 2 3
    ;; each OFFSET in 0 16 32 48 64 80 96 112
    (local.set $dotFACE
      (i32x4.relaxed_dot_i8x16_i7x16_add_s
        (v128.load offset=OFFSET (local.get $codes)) (v128.load offset=OFFSET (local.get $query))
        (local.get $dotFACE)))
    ;; end
    (local.set $codes (i32.add (local.get $codes) (i32.const 128)))
    ;; end
    ;; each A B in 0/1 2/3 0/2
    (local.set $dotA (i32x4.add
      (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $dotA) (local.get $dotB))
      (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $dotA) (local.get $dotB))))
    ;; end
    (local.get $dot0))
  ;; end

  ;; $block is the address of the first of $blocks blocks that lie one behind the other, $slot the slot of its first face,
  ;; $end the first slot that does not belong to the search. $margin is the most by which the low bits of the query can
  ;; change a score: only faces that come so near to the best are computed to the end.
  (func (export "scan")
    (param $block i32) (param $blocks i32) (param $slot i32) (param $end i32)
    (param $query i32) (param $margin f32) (param $best i32) (param $limit i32)
    (local $last i32) (local $codes i32) (local $scales i32) (local $scalesEnd i32)
    (local $piece v128) (local $zero v128) (local $enough v128) (local $scores v128)
    ;; each N in 0 1 2 3 4 5 6 7
    (local $queryN v128)
    ;; only simd
    (local $queryNb v128)
    ;; end
    ;; end
    ;; each FACE in 0 1 2 3
    (local $dotFACE v128)
    ;; end
    (br_if 0 (i32.eqz (local.get $blocks)))
    ;; What the loop needs of the query stays in registers.
    ;; each N OFFSET OTHER in 0/0/128 1/16/144 2/32/160 3/48/176 4/64/192 5/80/208 6/96/224 7/112/240
    (local.set $queryN (v128.load offset=OFFSET (local.get $query)))
    ;; only simd
    (local.set $queryNb (v128.load offset=OTHER (local.get $query)))
    ;; end
    ;; end
    (local.set $last (i32.add (local.get $best) (i32.shl (i32.sub (local.get $limit) (i32.const 1)) (i32.const 3))))
    (local.set $enough (f32x4.splat (call $threshold (local.get $last) (local.get $margin))))

    (loop $nextBlock
      (local.set $codes (local.get $block))
      (local.set $scales (i32.add (local.get $block) (i32.const 8192)))
      (local.set $scalesEnd (i32.add (local.get $scales) (i32.const 256)))

      ;; Four faces at a time, so that their sums, scales and scores fill a register.
      (loop $nextFaces
        ;; each FACE in 0 1 2 3
        (local.set $dotFACE (local.get $zero))
        ;; each N OFFSET in 0/0 1/16 2/32 3/48 4/64 5/80 6/96 7/112
        ;; only relaxed
        ;; The second factor has at most seven bits and no sign: so the result is the same on every machine.
        (local.set $dotFACE
          (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=OFFSET (local.get $codes)) (local.get $queryN) (local.get $dotFACE)))
        ;; end
        ;; only simd
        (local.set $piece (v128.load offset=OFFSET (local.get $codes)))
        (local.set $dotFACE
          (i32x4.add (local.get $dotFACE)
            (i32x4.add
              (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $piece)) (local.get $queryN))
              (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $piece)) (local.get $queryNb)))))
        ;; end
        ;; end
        (local.set $codes (i32.add (local.get $codes) (i32.const 128)))
        ;; end

        ;; Four partial sums of each of four faces: evens and odds are added twice, which leaves a sum per face.
        ;; each A B in 0/1 2/3 0/2
        (local.set $dotA (i32x4.add
          (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $dotA) (local.get $dotB))
          (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $dotA) (local.get $dotB))))
        ;; end
        ;; only relaxed
        ;; The query was raised by 8192 to have no sign: that much of every code is too much.
        (local.set $dot0
          (i32x4.sub (local.get $dot0) (i32x4.shl (v128.load offset=256 (local.get $scales)) (i32.const 6))))
        ;; end
        (local.set $scores
          (f32x4.mul (f32x4.convert_i32x4_s (local.get $dot0)) (v128.load (local.get $scales))))

        (if (v128.any_true (f32x4.gt (local.get $scores) (local.get $enough)))
          (then
            ;; only relaxed
            (local.set $dot0
              (i32x4.add
                (i32x4.shl (local.get $dot0) (i32.const 7))
                (i32x4.sub
                  (call $sevenBits
                    (i32.sub (local.get $codes) (i32.const 512)) (i32.add (local.get $query) (i32.const 128)))
                  (i32x4.shl (v128.load offset=256 (local.get $scales)) (i32.const 6)))))
            (local.set $scores
              (f32x4.mul (f32x4.convert_i32x4_s (local.get $dot0)) (v128.load (local.get $scales))))
            ;; end
            ;; each FACE in 0 1 2 3
            (call $offer
              (f32x4.extract_lane FACE (local.get $scores)) (i32.add (local.get $slot) (i32.const FACE))
              (local.get $end) (local.get $best) (local.get $last))
            ;; end
            (local.set $enough (f32x4.splat (call $threshold (local.get $last) (local.get $margin))))))

        (local.set $slot (i32.add (local.get $slot) (i32.const 4)))
        (local.set $scales (i32.add (local.get $scales) (i32.const 16)))
        (br_if $nextFaces (i32.lt_u (local.get $scales) (local.get $scalesEnd))))

      (local.set $block (i32.add (local.get $block) (i32.const 8704)))
      (local.set $blocks (i32.sub (local.get $blocks) (i32.const 1)))
      (br_if $nextBlock (local.get $blocks))))

  ;; only relaxed
  ;; The same as `scan`, faster where few faces come near to the best, as where the list begins with a score that must be
  ;; exceeded. Four bits of the query are multiplied first: then eight products fit into 16 bits, and on processors whose
  ;; relaxed dot product is five instructions a face takes half of them. $margin is the most by which the other bits can
  ;; change a score.
  (func (export "sift")
    (param $block i32) (param $blocks i32) (param $slot i32) (param $end i32)
    (param $query i32) (param $margin f32) (param $best i32) (param $limit i32)
    (local $last i32) (local $codes i32) (local $scales i32) (local $scalesEnd i32) (local $sums v128)
    (local $enough v128) (local $scores v128)
    ;; each N in 0 1 2 3 4 5 6 7
    (local $queryN v128)
    ;; end
    ;; each FACE in 0 1 2 3
    (local $dotFACE v128)
    ;; end
    (br_if 0 (i32.eqz (local.get $blocks)))
    ;; each N OFFSET in 0/256 1/272 2/288 3/304 4/320 5/336 6/352 7/368
    (local.set $queryN (v128.load offset=OFFSET (local.get $query)))
    ;; end
    (local.set $last (i32.add (local.get $best) (i32.shl (i32.sub (local.get $limit) (i32.const 1)) (i32.const 3))))
    (local.set $enough (f32x4.splat (call $coarseThreshold (local.get $last) (local.get $margin))))

    (loop $nextBlock
      (local.set $codes (local.get $block))
      (local.set $scales (i32.add (local.get $block) (i32.const 8192)))
      (local.set $scalesEnd (i32.add (local.get $scales) (i32.const 256)))

      (loop $nextFaces
        ;; each FACE in 0 1 2 3
        (local.set $dotFACE
          (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load (local.get $codes)) (local.get $query0)))
        ;; each N OFFSET in 1/16 2/32 3/48 4/64 5/80 6/96 7/112
        (local.set $dotFACE
          (i16x8.add (local.get $dotFACE)
            (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=OFFSET (local.get $codes)) (local.get $queryN))))
        ;; end
        (local.set $dotFACE (i32x4.extadd_pairwise_i16x8_s (local.get $dotFACE)))
        (local.set $codes (i32.add (local.get $codes) (i32.const 128)))
        ;; end
        ;; each A B in 0/1 2/3 0/2
        (local.set $dotA (i32x4.add
          (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $dotA) (local.get $dotB))
          (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $dotA) (local.get $dotB))))
        ;; end
        ;; The four bits were raised by 7 to have no sign.
        (local.set $sums (v128.load offset=256 (local.get $scales)))
        (local.set $dot0
          (i32x4.sub
            (i32x4.add (local.get $dot0) (local.get $sums)) (i32x4.shl (local.get $sums) (i32.const 3))))
        (local.set $scores
          (f32x4.mul (f32x4.convert_i32x4_s (local.get $dot0)) (v128.load (local.get $scales))))

        (if (v128.any_true (f32x4.gt (local.get $scores) (local.get $enough)))
          (then
            (local.set $codes (i32.sub (local.get $codes) (i32.const 512)))
            (local.set $sums (i32x4.shl (local.get $sums) (i32.const 6)))
            (local.set $dot0
              (i32x4.add
                (i32x4.shl
                  (i32x4.sub (call $sevenBits (local.get $codes) (local.get $query)) (local.get $sums))
                  (i32.const 7))
                (i32x4.sub
                  (call $sevenBits (local.get $codes) (i32.add (local.get $query) (i32.const 128)))
                  (local.get $sums))))
            (local.set $codes (i32.add (local.get $codes) (i32.const 512)))
            (local.set $scores
              (f32x4.mul (f32x4.convert_i32x4_s (local.get $dot0)) (v128.load (local.get $scales))))
            ;; each FACE in 0 1 2 3
            (call $offer
              (f32x4.extract_lane FACE (local.get $scores)) (i32.add (local.get $slot) (i32.const FACE))
              (local.get $end) (local.get $best) (local.get $last))
            ;; end
            (local.set $enough (f32x4.splat (call $coarseThreshold (local.get $last) (local.get $margin))))))

        (local.set $slot (i32.add (local.get $slot) (i32.const 4)))
        (local.set $scales (i32.add (local.get $scales) (i32.const 16)))
        (br_if $nextFaces (i32.lt_u (local.get $scales) (local.get $scalesEnd))))

      (local.set $block (i32.add (local.get $block) (i32.const 8704)))
      (local.set $blocks (i32.sub (local.get $blocks) (i32.const 1)))
      (br_if $nextBlock (local.get $blocks))))
  ;; end
)
