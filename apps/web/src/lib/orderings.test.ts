import { appearances as contractAppearances, levels as contractLevels } from '@foja/contracts/signing'
import { orderings as contract } from '@foja/contracts/solicitudes'
import { expect, it } from 'vitest'
import { appearances, levels } from '../features/signing/appearances.ts'
import { orderings } from './orderings.ts'

it('lists what the contract lists', () => {
  expect(orderings).toEqual(contract)
  expect(appearances).toEqual(contractAppearances)
  expect(levels).toEqual(contractLevels)
})
