import { characterName } from './characters.ts'
import type { ValueCode, ValueFault } from './value-problems.ts'

export type Language = 'es' | 'en'

type Figures = { max: number; example: string; characters: string }
type Words = Record<ValueCode, (figures: Figures) => string>

const words: Record<Language, Words> = {
  es: {
    required: () => 'Completa este campo: es obligatorio.',
    must_be_checked: () => 'Marca la casilla: es obligatoria.',
    not_text: () => 'Escribe un texto.',
    not_a_number: ({ example }) => `Escribe un número, por ejemplo ${example}.`,
    too_many_decimals: ({ max }) =>
      max === 0 ? 'Escribe un número sin decimales.' : `Escribe hasta ${max} ${max === 1 ? 'decimal' : 'decimales'}.`,
    not_a_date: ({ example }) => `Escribe una fecha que exista, por ejemplo ${example}.`,
    not_an_option: () => 'Elige una de las opciones de la lista.',
    not_true_or_false: () => 'Indica sí o no.',
    too_long: ({ max }) => `Acorta el texto: caben ${max} ${max === 1 ? 'carácter' : 'caracteres'}.`,
    cannot_be_written: ({ characters }) => `Quita lo que no se puede imprimir: ${characters}.`,
    image_wrong: () => 'Usa una imagen PNG o JPEG: esta no se puede leer.',
    image_too_large: () => 'Usa una imagen más pequeña: de hasta 2 MB y 36 megapíxeles.',
    qr_too_long: () => 'Acorta el texto: no cabe en un código QR.',
    signature_given: () => 'Deja vacío este campo: la firma la pone quien firma.',
    unknown_field: () => 'La plantilla no tiene este campo.',
  },
  en: {
    required: () => 'Fill in this field: it is required.',
    must_be_checked: () => 'Tick the box: it is required.',
    not_text: () => 'Write a text.',
    not_a_number: ({ example }) => `Write a number, such as ${example}.`,
    too_many_decimals: ({ max }) =>
      max === 0 ? 'Write a number without decimals.' : `Write at most ${max} ${max === 1 ? 'decimal' : 'decimals'}.`,
    not_a_date: ({ example }) => `Write a date that exists, such as ${example}.`,
    not_an_option: () => 'Choose one of the options in the list.',
    not_true_or_false: () => 'Say yes or no.',
    too_long: ({ max }) => `Shorten the text: there is room for ${max} ${max === 1 ? 'character' : 'characters'}.`,
    cannot_be_written: ({ characters }) => `Remove what cannot be printed: ${characters}.`,
    image_wrong: () => 'Use a PNG or JPEG image: this one cannot be read.',
    image_too_large: () => 'Use a smaller image: at most 2 MB and 36 megapixels.',
    qr_too_long: () => 'Shorten the text: a QR code has no room for it.',
    signature_given: () => 'Leave this field empty: the signer adds the signature.',
    unknown_field: () => 'The template has no such field.',
  },
}

/** The message beside a field: the problem of its value and the remedy. */
export function problemWords(problem: ValueFault, language: Language): string {
  const { max = 0, example = '', characters = [] } = problem.values ?? {}
  return words[language][problem.code]({ max, example, characters: characterNames(characters) })
}

/** Lists only the first few, to keep the sentence short. */
export function characterNames(characters: readonly string[]): string {
  const shown = characters.slice(0, 10).map(characterName).join(', ')
  return characters.length > 10 ? `${shown}…` : shown
}
