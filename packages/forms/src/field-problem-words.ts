import type { FieldCode, FieldProblem } from './check-fields.ts'
import { characterNames, problemWords, type Language } from './problem-words.ts'

type Figures = { max: number; option: string; characters: string; page: number; fault: string }
type Words = Record<FieldCode, (figures: Figures) => string>

const words: Record<Language, Words> = {
  es: {
    too_many_fields: ({ max }) => `Una plantilla tiene hasta ${max} campos.`,
    key_repeated: () => 'Otro campo tiene ya esta clave: elige otra.',
    page_not_found: ({ page }) => `El PDF no tiene la página ${page}.`,
    outside_page: ({ page }) => `El campo se sale de la página ${page}: muévelo adentro.`,
    options_missing: () => 'Agrega al menos una opción a la lista.',
    options_not_of_type: () => 'Solo las listas tienen opciones.',
    option_repeated: ({ option }) => `La opción «${option}» está dos veces.`,
    option_cannot_be_written: ({ option, characters }) =>
      `La opción «${option}» tiene algo que no se puede imprimir: ${characters}.`,
    default_wrong: ({ fault }) => `El valor inicial no sirve. ${fault}`,
    default_not_of_type: () => 'Las imágenes y las firmas no tienen valor inicial.',
    format_not_of_type: () => 'El formato no es de este tipo de campo.',
    currency_missing: () => 'Elige la moneda.',
    currency_not_of_format: () => 'Solo los importes tienen moneda.',
    binding_not_of_type: () => 'Ese dato no cabe en este tipo de campo: elige otro.',
    max_length_not_of_type: () => 'Solo los textos tienen una longitud máxima.',
    role_not_of_type: () => 'Solo las firmas dicen quién firma.',
    filled_by_not_of_type: () => 'Una firma no se llena: elige otro campo.',
    filled_by_not_found: () => 'Ya no hay una firma de esa persona: elige quién llena este campo.',
    role_repeated: () => 'Esa persona ya firma en otro campo: cada una firma una vez.',
  },
  en: {
    too_many_fields: ({ max }) => `A template has at most ${max} fields.`,
    key_repeated: () => 'Another field has this key already: choose another.',
    page_not_found: ({ page }) => `The PDF has no page ${page}.`,
    outside_page: ({ page }) => `The field sticks out of page ${page}: move it inside.`,
    options_missing: () => 'Add at least one option to the list.',
    options_not_of_type: () => 'Only lists have options.',
    option_repeated: ({ option }) => `The option «${option}» is there twice.`,
    option_cannot_be_written: ({ option, characters }) =>
      `The option «${option}» has what the typeface cannot write: ${characters}.`,
    default_wrong: ({ fault }) => `The initial value will not do. ${fault}`,
    default_not_of_type: () => 'Images and signatures have no initial value.',
    format_not_of_type: () => 'The format is not for this type of field.',
    currency_missing: () => 'Choose the currency.',
    currency_not_of_format: () => 'Only amounts of money have a currency.',
    binding_not_of_type: () => 'That datum does not fit this type of field: choose another.',
    max_length_not_of_type: () => 'Only texts have a maximum length.',
    role_not_of_type: () => 'Only signatures have a role.',
    filled_by_not_of_type: () => 'A signature is not filled in: choose another field.',
    filled_by_not_found: () => 'There is no signature of this role any more: choose who fills in this field.',
    role_repeated: () => 'This role signs in another field already: each signs once.',
  },
}

/** The message beside a property of a field: the problem and the remedy. */
export function fieldProblemWords(problem: FieldProblem, language: Language): string {
  const { max = 0, option = '', characters = [], page = 0 } = problem.values ?? {}
  const fault = problem.fault === undefined ? '' : problemWords(problem.fault, language)
  return words[language][problem.code]({ max, option, characters: characterNames(characters), page, fault })
}
