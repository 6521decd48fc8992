import { Button } from '../../../ui/button.tsx'

type Props = {
  no: string
  onNo: () => void
  /** Without it there is only the `no` button. */
  yes?: string | undefined
  onYes: () => void
  busy?: boolean
}

/** The two buttons of a notice: a quiet one and a secondary one. */
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
