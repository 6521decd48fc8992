import { Button } from '../../../ui/button.tsx'

type Props = {
  no: string
  onNo: () => void
  /** Without it there is the one answer alone. */
  yes?: string | undefined
  onYes: () => void
  busy?: boolean
}

/** The two answers to a notice: the quiet one and the other. */
export function NoticeChoice({ no, onNo, yes, onYes, busy = false }: Props) {
  return (
    <span className="flex flex-wrap gap-2">
      <Button size="sm" variant="ghost" onClick={onNo}>
        {no}
      </Button>
      {yes !== undefined && (
        <Button size="sm" loading={busy} onClick={onYes}>
          {yes}
        </Button>
      )}
    </span>
  )
}
