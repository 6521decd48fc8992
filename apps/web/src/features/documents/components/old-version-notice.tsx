import { useDocumentsTexts } from '../../../shared/texts/documents.ts'
import { Button } from '../../../ui/button.tsx'

/** Shown above the pages of a version that is not the newest. */
export function OldVersionNotice({ version, onNewest }: { version: number; onNewest: () => void }) {
  const documents = useDocumentsTexts()
  return (
    <div
      role="status"
      data-print="hide"
      className="flex flex-wrap items-center justify-between gap-3 bg-soft-warning px-5 py-1.5 text-on-soft-warning max-md:px-4"
    >
      <p className="font-medium">{documents.oldVersion(version)}</p>
      <Button size="sm" onClick={onNewest}>
        {documents.seeNewest}
      </Button>
    </div>
  )
}
