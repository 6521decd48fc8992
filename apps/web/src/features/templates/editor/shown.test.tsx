import type { TemplateField } from '@foja/contracts/template-fields'
import type { FieldType } from '@foja/contracts/template-field-types'
import { fieldTypes } from '@foja/contracts/template-field-types'
import { checkFields } from '@foja/forms/check-fields'
import { layoutText } from '@foja/forms/layout'
import { newField } from '@foja/forms/new-field'
import { checkValues } from '@foja/forms/read-values'
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { newFieldAt } from './use-palette.ts'
import { FieldFace } from './canvas/field-box.tsx'
import { currencyOf } from './panel/format-section.tsx'
import { beginEditor, reduceEditor } from './model/editor.ts'
import { isSame } from './model/same.ts'
import { exampleOf, sampleData, shownText } from './model/shown-value.ts'
import { field, pages, wireField } from './test/make.ts'

const today = '2026-11-22'

describe('the text of a field in the editor', () => {
  it.each(['left', 'center', 'right'] as const)('has the same position as in the PDF: %s', (align) => {
    const style = { ...field('a').style, align, overflow: 'wrap' as const }
    const text = 'Inmobiliaria La Mariscal S. A., arrendadora del local número doce'
    const one = field('a', { type: 'multiline', height: 60, default: text, style })
    const { container } = render(<FieldFace field={one} locale="es-EC" today={today} />)
    const layout = layoutText({ ...style, text, width: one.width, height: one.height, multiline: true })
    const runs = layout.lines.flatMap(({ baseline, runs: parts }) => parts.map((run) => ({ ...run, baseline })))
    expect(runs.length).toBeGreaterThan(2)
    const drawn = Array.from(container.querySelectorAll('text'), (element) => ({
      text: element.textContent,
      x: Number(element.getAttribute('x')),
      baseline: Number(element.getAttribute('y')),
      width: Number(element.getAttribute('textLength')),
    }))
    expect(drawn).toEqual(runs.map(({ text: words, x, baseline, width }) => ({ text: words, x, baseline, width })))
    expect(container.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 120 60')
    expect(Number(container.querySelector('g')?.getAttribute('font-size'))).toBe(layout.size)
  })

  it('is the default in the notation of the locale, or else the label', () => {
    const date = field('a', { type: 'date', format: { kind: 'date', as: 'long' } })
    expect(shownText({ ...date, binding: 'hoy' }, 'es-EC', today)).toBe('22 de noviembre de 2026')
    expect(shownText({ ...date, default: '2026-01-02' }, 'en-US', today)).toBe('January 2, 2026')
    expect(shownText(date, 'es-EC', today)).toBe('')
    expect(shownText(field('a', { type: 'checkbox', default: true }), 'es-EC', today)).toBe('')
    const { container } = render(<FieldFace field={date} locale="es-EC" today={today} />)
    expect(container.textContent).toBe('a')
  })

  it('shows an example of each format', () => {
    const number = { type: 'number', format: { kind: 'number', as: 'decimal', decimals: 2 } } as const
    expect(exampleOf(number, 'es-EC')).toBe('1.150,00')
    expect(exampleOf({ type: 'date', format: { kind: 'date', as: 'short' } }, 'es-EC')).toBe('20/11/2026')
    expect([currencyOf('es-EC'), currencyOf('es-MX')]).toEqual(['USD', 'MXN'])
  })
})

describe('a new field in the editor', () => {
  const make = (type: FieldType, taken: TemplateField[] = []) =>
    newFieldAt(
      type,
      1,
      { x: 300, y: 400 },
      {
        state: beginEditor({ locale: 'es-EC', fields: taken, pages }),
        size: pages[0]!,
        language: 'es',
      },
    )

  it.each(fieldTypes)('%s is valid, and so is its example', (type) => {
    const one = make(type)
    expect(checkFields([one], pages, 'es-EC')).toEqual([])
    const { problems } = checkValues([one], sampleData([one], 'es-EC', today), { locale: 'es-EC' })
    expect(problems).toEqual([])
  })

  it('is centred on the point, and offset from an existing field', () => {
    const first = make('text')
    expect([first.x + first.width / 2, first.y + first.height / 2]).toEqual([300, 400])
    const second = make('text', [first])
    expect([second.x, second.y]).toEqual([first.x + 12, first.y + 12])
    expect(second.key).not.toBe(first.key)
  })

  it('ignores an invalid default in the preview', () => {
    const number = { ...newField('number', { page: 1, x: 0, y: 0, taken: [] }), default: 'mucho' }
    expect(sampleData([number], 'es-EC', today)).toEqual({ [number.key]: '1150' })
  })
})

it('deep equality ignores property order', () => {
  expect(isSame({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1, d: undefined })).toBe(true)
  expect(isSame([1, 2], [2, 1])).toBe(false)
  expect(isSame({ a: [] }, { a: {} })).toBe(false)
  expect(isSame(null, {})).toBe(false)
})

it('reading order sorts fields by line and column', () => {
  const state = beginEditor({
    locale: 'es-EC',
    pages,
    fields: [wireField('abajo', { y: 300 }), wireField('derecha', { x: 300, y: 102 }), wireField('izquierda')],
  })
  const ordered = reduceEditor(state, { type: 'reading-order' })
  expect(ordered.history.present.document.fields.map(({ key }) => key)).toEqual(['izquierda', 'derecha', 'abajo'])
  expect(reduceEditor(ordered, { type: 'reading-order' })).toBe(ordered)
})
