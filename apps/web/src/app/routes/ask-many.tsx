import type { ComponentProps } from 'react'
import { FillMany } from '../../features/templates/csv/fill-many.tsx'
import { useAskMeans } from './use-ask-means.ts'

/** Fills a template from a CSV, and may ask for the signatures of each document. */
export function AskMany(props: Omit<ComponentProps<typeof FillMany>, 'means'>) {
  const { isLoading: _loading, ...means } = useAskMeans()
  return <FillMany {...props} means={means} />
}
