import { expect, it } from 'vitest'
import { earliestOf, newProofs } from './proof-of-existence.ts'

const [monday, tuesday, friday] = ['2026-03-02', '2026-03-03', '2026-03-06'].map((day) => new Date(day))
const none = { presumed: null, confirmed: null }

it('a timestamp proves the bytes before its own, and none after', () => {
  const proofs = newProofs()
  expect(proofs.earliest(1)).toEqual(none)
  proofs.add({ time: tuesday!, confirmed: true }, 100)
  expect(proofs.earliest(100)).toEqual({ presumed: tuesday, confirmed: tuesday })
  expect(proofs.earliest(101)).toEqual(none)
})

it('of several proofs the earliest counts, wherever it is', () => {
  const proofs = newProofs()
  proofs.add({ time: tuesday!, confirmed: true }, 100)
  proofs.add({ time: monday!, confirmed: true }, 200)
  proofs.add({ time: friday!, confirmed: true }, 300)
  expect(proofs.earliest(100).confirmed).toEqual(monday)
  expect(proofs.earliest(200).confirmed).toEqual(monday)
  expect(proofs.earliest(250).confirmed).toEqual(friday)
})

it('an unconfirmed proof is only presumed', () => {
  expect(earliestOf([])).toEqual(none)
  expect(earliestOf([{ time: monday!, confirmed: false }])).toEqual({ presumed: monday, confirmed: null })
  const both = [
    { time: friday!, confirmed: true },
    { time: monday!, confirmed: false },
    { time: tuesday!, confirmed: true },
  ]
  expect(earliestOf(both)).toEqual({ presumed: monday, confirmed: tuesday })
})
