import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { Button, type ButtonProps } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { toast } from './toast-store.ts'

type Props = {
  /** What goes to the clipboard. */
  text: string
  /** The name: "Copiar el enlace". */
  label?: string
  /** A button with words in place of the icon alone. */
  variant?: 'icon' | NonNullable<ButtonProps['variant']>
  size?: 'sm' | 'md' | 'lg'
  onCopied?: () => void
}

/** Copies, says so in place for two seconds, and tells screen readers. */
export function CopyButton({ text, label, variant = 'icon', size = 'sm', onCopied }: Props) {
  const { ui } = useTexts()
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(() => setDone(false), 2000)
    return () => clearTimeout(timer)
  }, [done])
  const copy = () => {
    // Absent on plain http and refused without permission: the reader then copies by hand.
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
