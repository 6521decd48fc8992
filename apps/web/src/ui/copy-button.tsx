import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useUiTexts } from './texts/ui.ts'
import { Button, type ButtonProps } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { toast } from './toast-store.ts'

type Props = {
  /** The text to copy. */
  text: string
  /** The accessible name, e.g. "Copiar el enlace". */
  label?: string
  /** A text button instead of the icon. */
  variant?: 'icon' | NonNullable<ButtonProps['variant']>
  size?: 'sm' | 'md' | 'lg'
  onCopied?: () => void
}

/** Copies a text, shows that for two seconds and announces it. */
export function CopyButton({ text, label, variant = 'icon', size = 'sm', onCopied }: Props) {
  const ui = useUiTexts()
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(() => setDone(false), 2000)
    return () => clearTimeout(timer)
  }, [done])
  const copy = () => {
    // Missing on plain http, and rejected without permission: the user then copies by hand.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
    written.then(
      () => {
        setDone(true)
        return onCopied?.()
      },
      () => toast.error(ui.copyFailed),
    )
  }
  const name = label ?? ui.copy
  const icon = done ? <Check className="text-on-soft-success" /> : <Copy />
  return (
    <>
      {variant === 'icon' ? (
        <IconButton label={done ? ui.copied : name} size={size} onClick={copy}>
          {icon}
        </IconButton>
      ) : (
        <Button variant={variant} size={size} icon={icon} onClick={copy}>
          {done ? ui.copied : name}
        </Button>
      )}
      <output className="sr-only">{done ? ui.copied : ''}</output>
    </>
  )
}
