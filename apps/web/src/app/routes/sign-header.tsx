import { X } from 'lucide-react'
import { useSignFilesTexts } from '../../features/signing/texts/sign-files.ts'
import { useFormat } from '../../lib/texts/texts.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stepper } from '../../ui/stepper.tsx'

type HeaderProps = { step: number; at: number; total: number; name: string | undefined; onClose: () => void }

/** Title and the four steps. */
export function SignHeader({ step, at, total, name, onClose }: HeaderProps) {
  const texts = useSignFilesTexts()
  const { plural } = useFormat()
  const { steps } = texts
  return (
    <>
      <IconButton label={texts.close} onClick={onClose} className="-ml-2">
        <X />
      </IconButton>
      <div className="min-w-0">
        <h1 className="truncate font-semibold">{name ?? texts.title}</h1>
        {total > 0 && (
          <p className="truncate text-meta text-ink-muted">
            {name === undefined ? plural(total, texts.count) : texts.of(at + 1, total)}
          </p>
        )}
      </div>
      <div className="mx-auto w-110 pr-4 max-[1320px]:hidden">
        <Stepper
          label={texts.stepsLabel}
          current={step}
          steps={(['files', 'place', 'key', 'sign'] as const).map((id) => ({ id, title: steps[id] }))}
        />
      </div>
    </>
  )
}
