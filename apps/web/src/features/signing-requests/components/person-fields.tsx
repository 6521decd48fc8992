import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { useAskTexts } from '../texts/ask.ts'

type Texts = { nombre: string; email: string; telefono: string }
type Person = Texts & {
  /** A code from their mail opens the request; undefined: that cannot be changed here. */
  code?: boolean
}
type Props = {
  person: Person
  /** False: codes cannot be mailed. */
  mailReady?: boolean
  errorOf: (name: keyof Texts) => string | undefined
  onChange: (part: Partial<Person>) => void
  className?: string | undefined
}

/** Name, address and phone of a person who is asked. */
export function PersonFields({ person, mailReady = true, errorOf, onChange, className = '' }: Props) {
  const { nombre, email, telefono, code: asked } = person
  const ask = useAskTexts()
  return (
    <div className={`grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-3 ${className}`}>
      <Field label={ask.name} required error={errorOf('nombre')}>
        <Input
          name="nombre"
          autoComplete="off"
          maxLength={120}
          value={nombre}
          onChange={(event) => onChange({ nombre: event.target.value })}
        />
      </Field>
      <Field label={ask.email} required error={errorOf('email')}>
        <Input
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={email}
          onChange={(event) => onChange({ email: event.target.value })}
        />
      </Field>
      <Field label={ask.phone} optional error={errorOf('telefono')}>
        <Input
          name="telefono"
          type="tel"
          autoComplete="off"
          maxLength={40}
          value={telefono}
          onChange={(event) => onChange({ telefono: event.target.value })}
        />
      </Field>
      {asked !== undefined && (
        <span className="col-span-full">
          <Checkbox
            label={ask.code}
            {...(mailReady ? {} : { hint: ask.codeNeedsMail, disabled: !asked })}
            checked={asked}
            onCheckedChange={(next) => onChange({ code: next })}
          />
        </span>
      )}
    </div>
  )
}
