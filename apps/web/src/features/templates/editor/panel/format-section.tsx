import { dateFormats, numberFormats, type TemplateLocale } from '@foja/contracts/template-field-types'
import type { FieldFormat } from '@foja/contracts/template-fields'
import { dateFormatOf, numberFormatOf } from '@foja/forms/format-value'
import { useLanguage } from '../../../../lib/texts/texts.tsx'
import { useTemplateEditorTexts } from '../../texts/template-editor.ts'
import { Field } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/select.tsx'
import type { EditorField } from '../model/document.ts'
import { exampleOf } from '../model/shown-value.ts'
import { NumberInput } from './number-input.tsx'

/** ISO 4217: the currencies of the supported locales and neighbouring countries. */
const currencies = [
  'USD',
  'EUR',
  'ARS',
  'BOB',
  'BRL',
  'CLP',
  'COP',
  'CRC',
  'DOP',
  'GBP',
  'GTQ',
  'HNL',
  'MXN',
  'NIO',
  'PEN',
  'PYG',
  'UYU',
  'VES',
] as const

const own: Partial<Record<TemplateLocale, (typeof currencies)[number]>> = {
  'en-GB': 'GBP',
  'es-AR': 'ARS',
  'es-BO': 'BOB',
  'es-CL': 'CLP',
  'es-CO': 'COP',
  'es-CR': 'CRC',
  'es-DO': 'DOP',
  'es-ES': 'EUR',
  'es-GT': 'GTQ',
  'es-HN': 'HNL',
  'es-MX': 'MXN',
  'es-NI': 'NIO',
  'es-PE': 'PEN',
  'es-PY': 'PYG',
  'es-UY': 'UYU',
  'es-VE': 'VES',
}

/** The currency of a locale's country; dollars in Ecuador, El Salvador, Panama, Puerto Rico and the United States. */
export const currencyOf = (locale: TemplateLocale): string => own[locale] ?? 'USD'

type Props = { field: EditorField; locale: TemplateLocale; onFormat: (format: FieldFormat) => void }

/** Date and number formats, each shown as an example. */
export function FormatFields({ field, locale, onFormat }: Props) {
  const templateEditor = useTemplateEditorTexts()
  if (field.type === 'date') {
    const example = (as: (typeof dateFormats)[number]) =>
      exampleOf({ type: 'date', format: { kind: 'date', as } }, locale)
    return (
      <Field label={templateEditor.format}>
        <Select
          value={dateFormatOf(field).as}
          onValueChange={(as) => onFormat({ kind: 'date', as })}
          options={dateFormats.map((value) => ({ value, label: example(value) }))}
        />
      </Field>
    )
  }
  return field.type === 'number' ? <NumberFields field={field} locale={locale} onFormat={onFormat} /> : null
}

function NumberFields({ field, locale, onFormat }: Props) {
  const templateEditor = useTemplateEditorTexts()
  const { language } = useLanguage()
  const format = numberFormatOf(field)
  const { as, decimals } = format
  const withAs = (wanted: (typeof numberFormats)[number]): FieldFormat => ({
    kind: 'number',
    as: wanted,
    decimals,
    ...(wanted === 'currency' ? { currency: format.currency ?? currencyOf(locale) } : {}),
  })
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return (
    <>
      <Field label={templateEditor.format}>
        <Select
          value={as}
          onValueChange={(next) => onFormat(withAs(next))}
          options={numberFormats.map((value) => ({
            value,
            label: exampleOf({ type: 'number', format: withAs(value) }, locale),
          }))}
        />
      </Field>
      {as === 'currency' && (
        <Field label={templateEditor.currency}>
          <Select
            value={format.currency}
            onValueChange={(currency) => onFormat({ ...format, currency })}
            options={currencies.map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` }))}
          />
        </Field>
      )}
      <Field label={templateEditor.decimals}>
        <NumberInput
          whole
          value={decimals}
          minimum={0}
          maximum={6}
          onValue={(next) => onFormat({ ...format, decimals: next })}
        />
      </Field>
    </>
  )
}
