import { describe, expect, it } from 'vitest'
import { pages, wireField } from '../test/make.ts'
import { copyOf } from './clipboard.ts'
import { toWire } from './document.ts'
import {
  beginEditor,
  documentOf,
  reduceEditor,
  selectedOf,
  selectionOf,
  type EditorAction,
  type EditorState,
} from './editor.ts'

const begin = (...keys: string[]) =>
  beginEditor({
    locale: 'es-EC',
    pages,
    fields: keys.map((key, at) => wireField(key, { x: 100 + 50 * at, y: 100 + 30 * at })),
  })
const run = (state: EditorState, ...actions: EditorAction[]) => actions.reduce(reduceEditor, state)
const all = (state: EditorState) => documentOf(state).fields
const keys = (state: EditorState) => all(state).map(({ key }) => key)
const ids = (state: EditorState) => all(state).map(({ id }) => id)
const choose = (state: EditorState, ...wanted: string[]) =>
  run(state, {
    type: 'select',
    ids: all(state)
      .filter(({ key }) => wanted.includes(key))
      .map(({ id }) => id),
  })
const by = (state: EditorState, key: string) => all(state).find((field) => field.key === key)

describe('fields in the editor state', () => {
  it('are added, selected and removed in one undo step each', () => {
    const added = run(begin('a'), { type: 'add', field: wireField('b') })
    expect(keys(added)).toEqual(['a', 'b'])
    expect(selectedOf(added).map(({ key }) => key)).toEqual(['b'])
    const removed = run(added, { type: 'remove' })
    expect(keys(removed)).toEqual(['a'])
    expect(selectionOf(removed)).toEqual([])
    const back = run(removed, { type: 'undo' })
    expect(keys(back)).toEqual(['a', 'b'])
    expect(selectedOf(back).map(({ key }) => key)).toEqual(['b'])
    expect(new Set(ids(run(back, { type: 'add', field: wireField('c') }))).size).toBe(3)
  })

  it('keep their object identity if they do not change', () => {
    const before = choose(begin('a', 'b'), 'a')
    const after = run(before, { type: 'nudge', by: { x: 1, y: 0 } })
    expect(by(after, 'a')).not.toBe(by(before, 'a'))
    expect(by(after, 'b')).toBe(by(before, 'b'))
  })

  it('are returned to the API unchanged', () => {
    const fields = [wireField('a', { binding: 'hoy' }), wireField('b', { form_field: 'x.y' })]
    expect(toWire(documentOf(beginEditor({ locale: 'es-EC', fields, pages })))).toEqual(fields)
  })
})

describe('arrow keys in the editor state', () => {
  it('make one undo step until they are released', () => {
    const nudge: EditorAction = { type: 'nudge', by: { x: 1, y: 0 } }
    const held = run(choose(begin('a'), 'a'), nudge, nudge, nudge)
    expect(by(held, 'a')?.x).toBe(103)
    const twice = run(held, { type: 'seal' }, nudge)
    expect(by(run(twice, { type: 'undo' }), 'a')?.x).toBe(103)
    expect(by(run(twice, { type: 'undo' }, { type: 'undo' }), 'a')?.x).toBe(100)
  })

  it('stop all selected fields at the page edge together', () => {
    const state = run(choose(begin('a', 'b'), 'a', 'b'), { type: 'nudge', by: { x: -500, y: 0 } })
    expect([by(state, 'a')?.x, by(state, 'b')?.x]).toEqual([0, 50])
    expect(run(state, { type: 'seal' }, { type: 'nudge', by: { x: -1, y: 0 } })).toEqual(run(state, { type: 'seal' }))
  })

  it('with Alt resize, between the minimum size and the page', () => {
    const small = run(choose(begin('a'), 'a'), { type: 'grow', by: { x: -500, y: -500 } })
    expect(by(small, 'a')).toMatchObject({ width: 8, height: 8 })
    expect(by(run(small, { type: 'grow', by: { x: 5000, y: 1 } }), 'a')).toMatchObject({ width: 495, height: 9 })
  })
})

describe('field properties in the editor state', () => {
  const patch = (state: EditorState, change: object, group?: string) =>
    run(state, { type: 'patch', ids: [ids(state)[0]!], patch: change, ...(group === undefined ? {} : { group }) })

  it('merge a typed label into one undo step', () => {
    let state = begin('a')
    for (const label of ['F', 'Fe', 'Fec']) state = patch(state, { label }, 'label')
    expect(all(state)[0]?.label).toBe('Fec')
    expect(all(run(state, { type: 'undo' }))[0]?.label).toBe('a')
  })

  it('derive the key from the label until it is chosen or saved', () => {
    const fresh = run(begin(), { type: 'add', field: wireField('texto', { label: 'Texto' }) })
    const named = patch(fresh, { label: 'Fecha del acta' })
    expect(keys(named)).toEqual(['fecha_del_acta'])
    expect(keys(patch(patch(named, { key: 'fecha' }), { label: 'Otra' }))).toEqual(['fecha'])
    const saved = run(named, { type: 'saved', fields: all(named) })
    expect(keys(patch(saved, { label: 'Otra' }))).toEqual(['fecha_del_acta'])
  })

  it.each(['Mal', '1a', '', 'b'])('ignore the invalid key «%s»', (key) => {
    const state = begin('a', 'b')
    expect(patch(state, { key })).toBe(state)
  })

  it('are removed with undefined', () => {
    const state = patch(begin('a'), { default: 'x', max_length: 5 })
    const bare = patch(state, { default: undefined, max_length: undefined })
    expect(all(bare)[0]).toEqual(all(begin('a'))[0])
    expect(patch(bare, { required: false })).toBe(bare)
  })

  it('fit a field into another page', () => {
    const state = beginEditor({ locale: 'es-EC', pages, fields: [wireField('a', { y: 800, page: 1 })] })
    expect(all(patch(state, { page: 3 }))[0]).toMatchObject({ page: 3, y: 575 })
  })

  it('of a signature keep its role, of another type and of a copy not', () => {
    const signature = patch(begin('a'), { type: 'signature', role: 'Arrendador' })
    expect(all(signature)[0]).toMatchObject({ role: 'Arrendador' })
    expect(all(patch(signature, { type: 'text' }))[0]).not.toHaveProperty('role')
    expect(copyOf(all(signature)).fields[0]).not.toHaveProperty('role')
    expect(all(patch(signature, { role: undefined }))[0]).not.toHaveProperty('role')
  })

  it('of who fills a field follow the key of the signature, and end with it', () => {
    const signed = patch(begin('a', 'b'), { type: 'signature' })
    const [signature, field] = all(signed)
    const filled = run(signed, { type: 'patch', ids: [field!.id], patch: { filled_by: 'a' } })
    const renamed = patch(filled, { key: 'arrendador' })
    expect(all(renamed)[1]).toMatchObject({ filled_by: 'arrendador' })
    expect(all(patch(renamed, { type: 'text' }))[1]).not.toHaveProperty('filled_by')
    const removed = run(renamed, { type: 'select', ids: [signature!.id] }, { type: 'remove' })
    expect(all(removed)).toEqual([expect.not.objectContaining({ filled_by: 'arrendador' })])
    expect(all(run(removed, { type: 'undo' }))[1]).toMatchObject({ filled_by: 'arrendador' })
  })

  it('keep what another field type supports', () => {
    const date = patch(begin('a'), { type: 'date', binding: 'hoy' })
    expect(all(date)[0]).toMatchObject({ type: 'date', format: { kind: 'date', as: 'short' }, binding: 'hoy', x: 100 })
    const number = all(patch(date, { type: 'number' }))[0]
    expect(number).toMatchObject({ type: 'number', format: { kind: 'number' } })
    expect(number).not.toHaveProperty('binding')
    expect(all(patch(date, { type: 'select' }))[0]?.options?.length).toBeGreaterThan(0)
  })

  it('change several fields at once', () => {
    const state = begin('a', 'b')
    const bold = run(state, { type: 'patch', ids: ids(state), patch: { style: { size: 14 } } })
    expect(all(bold).map(({ style }) => style.size)).toEqual([14, 14])
    expect(all(bold)[0]?.style.align).toBe('left')
  })
})

describe('copied fields', () => {
  it('are offset further with each paste and get unused keys', () => {
    const state = run(choose(begin('a'), 'a'), { type: 'copy' }, { type: 'paste', page: 1 }, { type: 'paste', page: 1 })
    expect(keys(state)).toEqual(['a', 'a_2', 'a_3'])
    expect(all(state).map(({ x, y }) => [x, y])).toEqual([
      [100, 100],
      [110, 110],
      [120, 120],
    ])
    expect(selectedOf(state).map(({ key }) => key)).toEqual(['a_3'])
  })

  it('keep their position on another page, inside its edges', () => {
    const low = beginEditor({ locale: 'es-EC', pages, fields: [wireField('a', { y: 800 })] })
    const copied = run(choose(low, 'a'), { type: 'copy' })
    expect(all(run(copied, { type: 'paste', page: 2 }))[1]).toMatchObject({ page: 2, x: 100, y: 800 })
    expect(all(run(copied, { type: 'paste', page: 3 }))[1]).toMatchObject({ page: 3, y: 575 })
  })

  it('lose the link to a form field', () => {
    const state = beginEditor({ locale: 'es-EC', pages, fields: [wireField('a', { form_field: 'form.a' })] })
    const copies = run(choose(state, 'a'), { type: 'duplicate' })
    expect(all(copies)[0]).toHaveProperty('form_field')
    expect(all(copies)[1]).not.toHaveProperty('form_field')
  })

  it('keep their key after a cut', () => {
    const state = run(choose(begin('a', 'b'), 'a'), { type: 'cut' }, { type: 'paste', page: 2 })
    expect(keys(state)).toEqual(['b', 'a'])
  })

  it('stay in the clipboard when others are duplicated', () => {
    const state = run(choose(begin('a', 'b'), 'a'), { type: 'copy' })
    const doubled = run(choose(state, 'b'), { type: 'duplicate' }, { type: 'paste', page: 2 })
    expect(keys(doubled)).toEqual(['a', 'b', 'b_2', 'a_2'])
  })

  it('need a selection and a clipboard', () => {
    const state = begin('a')
    expect(run(state, { type: 'paste', page: 1 }, { type: 'copy' }, { type: 'duplicate' })).toBe(state)
  })
})

describe('field positions in the editor state', () => {
  it('change in one undo step on a drop, also to another page', () => {
    const state = choose(begin('a', 'b'), 'a', 'b')
    const places = new Map(all(state).map(({ id, x }) => [id, { x, y: 20, width: 120, height: 20, page: 2 }]))
    const dropped = run(state, { type: 'place', places })
    expect(all(dropped).map(({ page, y }) => [page, y])).toEqual([
      [2, 20],
      [2, 20],
    ])
    expect(run(dropped, { type: 'undo' }).history.present).toEqual(state.history.present)
    expect(run(dropped, { type: 'place', places })).toBe(dropped)
  })

  it('follow alignment and distribution', () => {
    const state = choose(begin('a', 'b', 'c'), 'a', 'b', 'c')
    expect(all(run(state, { type: 'align', to: 'left' })).map(({ x }) => x)).toEqual([100, 100, 100])
    expect(run(state, { type: 'distribute', axis: 'x' })).toBe(state)
    const wide = run(state, { type: 'patch', ids: [ids(state)[2]!], patch: {} })
    expect(wide).toBe(state)
  })

  it('take the size of the last selected field', () => {
    const state = begin('a', 'b')
    const larger = run(choose(state, 'b'), { type: 'grow', by: { x: 30, y: 0 } })
    const both = run(larger, { type: 'select', ids: ids(larger) }, { type: 'same-size', axis: 'x' })
    expect(all(both).map(({ width }) => width)).toEqual([150, 150])
  })
})

describe('the document in the editor state', () => {
  it('is replaced by another version in one undo step', () => {
    const state = begin('a', 'b')
    const replaced = run(state, { type: 'replace', locale: 'es-MX', fields: [wireField('z')] })
    expect([keys(replaced), documentOf(replaced).locale]).toEqual([['z'], 'es-MX'])
    expect(documentOf(run(replaced, { type: 'undo' }))).toBe(documentOf(state))
    expect(new Set([...ids(replaced), ...ids(state)]).size).toBe(3)
  })

  it('appends detected form fields', () => {
    const state = run(begin('a'), { type: 'append', fields: [wireField('b'), wireField('c')] })
    expect([keys(state), selectionOf(state).length]).toEqual([['a', 'b', 'c'], 2])
    expect(run(state, { type: 'append', fields: [] })).toBe(state)
  })

  it('changes locale in one undo step, unless it is the same', () => {
    const state = begin('a')
    expect(run(state, { type: 'locale', locale: 'es-EC' })).toBe(state)
    expect(documentOf(run(state, { type: 'locale', locale: 'en-US' }, { type: 'undo' })).locale).toBe('es-EC')
  })
})
