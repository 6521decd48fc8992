import { orderings as contract } from '@foja/contracts/solicitudes'
import { appearances as contractAppearances } from '@foja/contracts/signing'
import { expect, it } from 'vitest'
import { appearances } from '../features/signing/appearances.ts'
import { orderings } from './orderings.ts'

it('lists what the contract lists', () => {
  expect(orderings).toEqual(contract)
  expect(appearances).toEqual(contractAppearances)
})
