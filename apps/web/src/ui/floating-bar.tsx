import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUiTexts } from './texts/ui.ts'
import { Button, type ButtonProps } from './button.tsx'
import { cn } from './cn.ts'
import { floatingBarButton } from './floating-bar-styles.ts'

type Props = {
  /** Text such as "3 seleccionadas". */
  text: ReactNode
  /** FloatingAction buttons. */
  children: ReactNode
  onClose: () => void
  className?: string
}

/** The dark bar above a list with a selection: count, actions, close. */
export function FloatingBar({ text, children, onClose, className }: Props) {
  const ui = useUiTexts()
  return (
    <div
      data-floating
      role="toolbar"
      aria-label={ui.selection}
      className={cn(
        'sticky bottom-4 z-30 mx-auto flex w-fit max-w-full animate-in items-center gap-1 overflow-x-auto rounded-lg bg-float px-3 py-2 text-on-dark shadow-float max-md:bottom-22',
        className,
      )}
    >
      <output className="px-1 font-semibold whitespace-nowrap figures">{text}</output>
      <span aria-hidden className="mx-2 h-5 w-px shrink-0 bg-white/20" />
      {children}
      <span aria-hidden className="mx-2 h-5 w-px shrink-0 bg-white/20" />
      {/* On phones the actions scroll under it. */}
      <button
        type="button"
        aria-label={ui.clearSelection}
        onClick={onClose}
        className={`${floatingBarButton} sticky! -right-3 w-8 bg-float text-float-muted`}
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}

/** An action of the bar: a button, or a link with `asChild`. */
export function FloatingAction({ className, ...rest }: ButtonProps) {
  return (
    <Button
      variant="terciary"
      size="sm"
      {...rest}
      className={cn('px-2.5! focus-visible:outline-primary [&_svg]:text-float-muted', className)}
    />
  )
}
