import { useMutation } from '@tanstack/react-query'
import { localToday } from '../../lib/format/local-moment.ts'
import { toastError } from '../../shared/toast-error.ts'
import { useDomainTexts } from '../../shared/texts/domain.ts'
import { downloadDocuments } from './api/pdf-files.ts'
import { useBatchTexts } from './texts/batch.ts'

/** Downloads several documents as one archive; shows an error as a toast. */
export function useDownloadAll() {
  const texts = useBatchTexts()
  const domain = useDomainTexts()
  return useMutation({
    mutationFn: (ids: readonly string[]) => downloadDocuments(ids, `${texts.archive}-${localToday()}.zip`),
    onError: (error) => toastError(error, domain.tryAgainLater),
  })
}
