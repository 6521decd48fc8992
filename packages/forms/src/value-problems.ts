/** Problems of field values. */
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

/** A problem, with the figures and characters for its message. */
export type ValueFault = {
  code: ValueCode
  values?: {
    /** For `too_long`: maximum characters; for `qr_too_long`: octets; for `too_many_decimals`: decimals. */
    max?: number
    /** For `cannot_be_written`: each once, in order. */
    characters?: string[]
    /** For `not_a_date` and `not_a_number`: an example. */
    example?: string
  }
}

/** `field` is its key. */
export type ValueProblem = ValueFault & { field: string }
