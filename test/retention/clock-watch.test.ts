// Tests when a clock is trusted: jumps, downtime, other servers and operators, with times set by hand.
import { describe, expect, test } from 'vitest'
import { openClockWatch } from '../../src/retention/clock-watch.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = 1_700_000_000_000

/** Simulates a machine: time passes, its clock may be set, and a trusted look stamps as a round does. */
function machine(stamp = 0, wall = start) {
  const state = { wall, elapsed: 0, stamp, isPaused: false }
  let watch = openClockWatch()
  return {
    state,
    pass(ms: number) {
      state.wall += ms
      state.elapsed += ms
    },
    set: (ms: number) => {
      state.wall += ms
    },
    restart() {
      watch = openClockWatch()
      state.elapsed = 0
    },
    look() {
      const seen = watch({ ...state })
      if (seen === 'trusted') {
        state.stamp = state.wall
        state.isPaused = false
      }
      if (seen === 'ahead') state.isPaused = true
      return seen
    },
    /** Looks without getting its turn. */
    onlyLook: () => watch({ ...state }),
  }
}

describe('a clock of one server', () => {
  test('that runs is believed, however long it runs and however seldom it is looked at', () => {
    const one = machine()
    for (const ms of [0, minute, minute, 5 * hour, 3 * day, minute]) {
      one.pass(ms)
      expect(one.look()).toBe('trusted')
    }
  })

  test('that jumps ahead is not, until it is put right', () => {
    const one = machine()
    one.look()
    one.pass(minute)
    one.look()
    one.set(2 * hour)
    one.pass(minute)
    expect(one.look()).toBe('ahead')
    one.pass(3 * hour)
    expect(one.look()).toBe('ahead')
    one.set(-2 * hour)
    expect(one.look()).toBe('trusted')
  })

  test('that jumps between its very first look and the second is not', () => {
    const one = machine()
    one.look()
    one.set(2 * day)
    one.pass(minute)
    expect(one.look()).toBe('ahead')
  })

  test('that is set by less than an hour is', () => {
    const one = machine()
    one.look()
    one.set(50 * minute)
    one.pass(minute)
    expect(one.look()).toBe('trusted')
  })

  test('that jumps back waits until it has caught up, or was put right, without an operator', () => {
    const back = machine()
    back.look()
    back.pass(minute)
    back.look()
    back.set(-3 * hour)
    back.pass(minute)
    expect(back.look()).toBe('behind')
    back.pass(hour)
    expect(back.look()).toBe('behind')
    back.pass(hour)
    expect(back.look()).toBe('trusted')
    const corrected = machine()
    corrected.look()
    corrected.pass(minute)
    corrected.look()
    corrected.set(-2 * day)
    corrected.pass(minute)
    expect(corrected.look()).toBe('behind')
    corrected.set(2 * day)
    expect(corrected.look()).toBe('trusted')
  })

  test('that jumped is believed once an operator says so', () => {
    const one = machine()
    one.look()
    one.pass(minute)
    one.look()
    one.set(30 * day)
    one.pass(minute)
    expect(one.look()).toBe('ahead')
    one.pass(hour)
    one.state.stamp = one.state.wall
    one.state.isPaused = false
    one.pass(minute)
    expect(one.look()).toBe('trusted')
  })
})

describe('after a start', () => {
  test('a short rest is nothing, one of days has to stand firm for ten minutes, one of weeks to be confirmed', () => {
    expect(machine(start - hour / 2).look()).toBe('trusted')
    const days = machine(start - 3 * day)
    expect(days.look()).toBe('settling')
    days.pass(9 * minute)
    expect(days.look()).toBe('settling')
    days.pass(minute)
    expect(days.look()).toBe('trusted')
    const weeks = machine(start - 8 * day)
    weeks.pass(hour)
    expect(weeks.look()).toBe('ahead')
  })

  test('a clock that is corrected while it settles starts settling again from its new time', () => {
    const one = machine(start - 3 * day)
    expect(one.look()).toBe('settling')
    one.pass(9 * minute)
    one.set(2 * day)
    expect(one.look()).toBe('settling')
    one.pass(9 * minute)
    expect(one.look()).toBe('settling')
    one.set(-5 * day + hour / 4)
    expect(one.look()).toBe('trusted')
  })

  test('a start does not make a clock good that was not believed before it', () => {
    const one = machine()
    one.look()
    one.pass(minute)
    one.look()
    one.set(2 * day)
    one.pass(minute)
    expect(one.look()).toBe('ahead')
    one.restart()
    expect(one.look()).toBe('ahead')
    one.pass(hour)
    expect(one.look()).toBe('ahead')
  })
})

test('a server whose clock is a day ahead of the others never comes to purge', () => {
  const right = machine()
  const wrong = machine(0, start + day)
  right.look()
  for (let i = 0; i < 60; i++) {
    wrong.state.stamp = right.state.stamp
    expect(wrong.onlyLook(), `look ${i}`).not.toBe('trusted')
    for (const one of [right, wrong]) one.pass(minute)
    // The looks of the two do not strictly alternate.
    if (i % 3 === 0) expect(right.look()).toBe('trusted')
  }
})

test('a server whose clock agrees with the others is believed though it was moved ahead by days', () => {
  const right = machine()
  const slept = machine()
  right.look()
  slept.state.stamp = right.state.stamp
  expect(slept.onlyLook()).toBe('trusted')
  slept.set(2 * day)
  right.pass(2 * day)
  right.look()
  slept.state.stamp = right.state.stamp
  slept.pass(minute)
  expect(slept.onlyLook()).toBe('trusted')
})
