import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { useUiTexts } from './texts/ui.ts'
import { IconButton } from './icon-button.tsx'
import { Input } from './input.tsx'

type Props = Omit<ComponentProps<typeof Input>, 'type' | 'suffix' | 'prefix'>

/** A password that can be shown. It is hidden again on submit, so that the browser offers to save it. */
export function PasswordInput({ autoComplete = 'current-password', ...props }: Props) {
  const [shown, setShown] = useState(false)
  const ui = useUiTexts()
  return (
    <Input
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      data-secret
      autoComplete={autoComplete}
      type={shown ? 'text' : 'password'}
      suffix={
        <IconButton
          label={shown ? ui.hidePassword : ui.showPassword}
          size="sm"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff /> : <Eye />}
        </IconButton>
      }
    />
  )
}
