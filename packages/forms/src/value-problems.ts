/** What can be wrong with what is written into a field. */
export const valueCodes = [
  'required',
  'must_be_checked',
  'not_text',
  'not_a_number',
  'too_many_decimals',
  'not_a_date',
  'not_an_option',
  'not_true_or_false',
  'too_long',
  'cannot_be_written',
  'image_wrong',
  'image_too_large',
  'qr_too_long',
  'signature_given',
  'unknown_field',
] as const
export type ValueCode = (typeof valueCodes)[number]

/** What is wrong, and the figures and characters that the sentence about it names. */
export type ValueFault = {
  code: ValueCode
  values?: {
    /** Of `too_long`: how many characters there may be; of `qr_too_long`, octets; of `too_many_decimals`, decimals. */
    max?: number
    /** Of `cannot_be_written`: each once, in their order. */
    characters?: string[]
    /** Of `not_a_date` and `not_a_number`: how one is written. */
    example?: string
  }
}

/** `field` is its key. */
export type ValueProblem = ValueFault & { field: string }
