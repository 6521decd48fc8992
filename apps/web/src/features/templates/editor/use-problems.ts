import { checkFields } from '@foja/forms/check-fields'
import { fieldProblemWords } from '@foja/forms/field-problem-words'
import { useDeferredValue, useMemo } from 'react'
import { useLanguage } from '../../../lib/texts/texts.tsx'
import type { Size } from '../../../lib/files/geometry.ts'
import type { EditorDocument } from './model/document.ts'
import type { ShownProblem } from './panel/template-panel.tsx'

/** Problems that prevent saving, by the server's rules. */
export function useProblems(document: EditorDocument, pages: readonly Size[]) {
  const { language } = useLanguage()
  const { fields, locale } = useDeferredValue(document)
  return useMemo(() => {
    const problems: ShownProblem[] = checkFields(fields, pages, locale).flatMap((problem) => {
      const field = fields[problem.index]
      return field === undefined
        ? []
        : [{ id: field.id, label: field.label, text: fieldProblemWords(problem, language) }]
    })
    return { problems, wrong: new Set(problems.map(({ id }) => id)) }
  }, [fields, locale, pages, language])
}
