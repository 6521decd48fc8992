import { expect, it } from 'vitest'
import { foldSearch, joinTerms, searchTerms } from './search.ts'

it.each([
  ['Mediación  NÚÑEZ', "'mediacion':* & 'nunez':*"],
  ['', ''],
  [' -&! ', ''],
  ["d'Arc", "'d':* & 'arc':*"],
  // Four letters may also be part of an id.
  ['acta', "(('acta':*) | ('#acta'))"],
  ['7KQ2-M9', "(('7kq2':* & 'm9':*) | ('#7kq2' & '#m9':*))"],
  ['7KQ2-', "(('7kq2':*) | ('#7kq2'))"],
  ['7KQ2M9XD4TNAP83F', "(('7kq2m9xd4tnap83f':*) | ('#7kq2' & '#m9xd' & '#4tna' & '#p83f'))"],
])('searches «%s» as %s', (typed, query) => expect(joinTerms(searchTerms(typed))).toBe(query))

it('searches at most ten words', () => {
  expect(searchTerms('uno dos tres seis siete ocho nueve diez once doce trece')).toHaveLength(10)
})

it('folds several texts into words', () => {
  expect(foldSearch('Ñandú, S.A.', null, 'Ítem 2')).toBe('nandu s a item 2')
})
