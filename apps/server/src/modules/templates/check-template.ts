import type { ErrorCode } from '@foja/contracts/problem'
import type { TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { checkFields, type FieldCode, type FieldProblem } from '@foja/forms/check-fields'
import { fieldProblemWords } from '@foja/forms/field-problem-words'
import type { AppDeps } from '../../deps.ts'
import { pdfSource } from '../../lib/pdf-source.ts'
import { ProblemError } from '../../http/problem.ts'
import { pdfProblem } from '../documents/public.ts'
import type { UsableBase } from './base.ts'

type Drawn = { fields: readonly TemplateField[]; locale: TemplateLocale }

const codes: Partial<Record<FieldCode, ErrorCode>> = {
  key_repeated: 'template_key_repeated',
  page_not_found: 'page_not_found',
  outside_page: 'rectangle_outside_page',
}

/** Maximum number of reported problems. */
const mostReported = 100

/** The specific code if all problems share it, else the general one. */
function codeOf(problems: readonly FieldProblem[]): ErrorCode {
  const found = new Set(problems.map(({ code }) => codes[code] ?? 'template_field_wrong'))
  const [only = 'template_field_wrong', ...others] = found
  return others.length === 0 ? only : 'template_field_wrong'
}

/**
 * Throws for invalid fields, or fields outside the pages of the base.
 * @throws ProblemError template_key_repeated, page_not_found, rectangle_outside_page, template_field_wrong
 */
export function requireSound(base: Pick<UsableBase, 'page_sizes'>, { fields, locale }: Drawn): void {
  const problems = checkFields(fields, base.page_sizes, locale)
  if (problems.length === 0) return
  const errors = problems.slice(0, mostReported).map((problem) => ({
    field: `fields.${problem.index}.${problem.property}`,
    code: problem.code,
    message: { es: fieldProblemWords(problem, 'es'), en: fieldProblemWords(problem, 'en') },
  }))
  throw new ProblemError(codeOf(problems), { errors })
}

/**
 * Checks before saving that a template can be filled: its fields are valid, and filling the empty form succeeds.
 * @throws ProblemError those of `requireSound`, pdf_damaged, pdf_encrypted, pdf_xfa, pdf_cannot_be_filled, unavailable
 */
export async function requireFillable(
  { store, filler }: Pick<AppDeps, 'store' | 'filler'>,
  base: UsableBase,
  drawn: Drawn,
): Promise<void> {
  requireSound(base, drawn)
  try {
    await filler.fill(await pdfSource(store, base.blob_key), { ...drawn, values: [] })
  } catch (error) {
    throw pdfProblem(error, { field: 'pdf_path' })
  }
}
