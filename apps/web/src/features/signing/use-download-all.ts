import { localToday } from '../../lib/format/local-moment.ts'
import { downloadDocuments } from './api/pdf-files.ts'
import { useBatchTexts } from './texts/batch.ts'
import { useToastMutation } from '../../shared/use-toast-mutation.ts'

/** Downloads several documents as one archive; shows an error as a toast. */
export function useDownloadAll() {
  const texts = useBatchTexts()
  return useToastMutation({
    mutationFn: (ids: readonly string[]) => downloadDocuments(ids, `${texts.archive}-${localToday()}.zip`),
  })
}
