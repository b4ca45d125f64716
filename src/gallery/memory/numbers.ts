// The numbers of the faces in the slots of a collection: they only ever rise, so that a face is found by halving.

export interface Numbers {
  readonly length: number
  push(number: number): void
  at(slot: number): number
  /** Of the face with this number; -1 when there is none. */
  slotOf(number: number): number
  slice(from: number, to: number): Float64Array
}

const FIRST_ROOM = 64

export function newNumbers(): Numbers {
  let held = new Float64Array(FIRST_ROOM)
  let length = 0
  return {
    get length() {
      return length
    },
    push(number) {
      if (length > 0 && number <= (held[length - 1] as number))
        throw new Error(`face ${number} comes after face ${held[length - 1]}`)
      if (length === held.length) {
        const larger = new Float64Array(Math.ceil(held.length * 1.5))
        larger.set(held)
        held = larger
      }
      held[length++] = number
    },
    at: (slot) => held[slot] as number,
    slotOf(number) {
      let [low, high] = [0, length - 1]
      while (low <= high) {
        const middle = (low + high) >>> 1
        const found = held[middle] as number
        if (found === number) return middle
        if (found < number) low = middle + 1
        else high = middle - 1
      }
      return -1
    },
    slice: (from, to) => held.slice(from, to),
  }
}
