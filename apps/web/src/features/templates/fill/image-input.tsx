import { ImageUp, X } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { useTemplateFillTexts } from '../texts/template-fill.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { useFieldProps } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useFilePicker } from '../../../ui/use-file-picker.tsx'

type Props = {
  label: string
  /** A `data:` URL, or empty. */
  value: string
  onImage: (file: File | null) => void
}

/** Selects an image by drop or button, and shows it as it will be printed. */
export function ImageInput({ label, value, onImage }: Props) {
  const texts = useTemplateFillTexts()
  const { input, open } = useFilePicker({ accept: 'image/*', onFiles: ([file]) => onImage(file ?? null) })
  const [over, setOver] = useState(false)
  const tied = useFieldProps<{ 'aria-describedby'?: string | undefined; 'aria-invalid'?: boolean | undefined }>({})
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file !== undefined) onImage(file)
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'flex flex-wrap items-center gap-3 rounded-lg border border-dashed p-3 transition-colors',
        over ? 'border-gold-ink bg-selected' : 'border-control',
      )}
    >
      {value !== '' && (
        <img
          src={value}
          alt={texts.imageOf(label)}
          style={{ maxHeight: '5rem', maxWidth: '10rem' }}
          className="bg-white"
        />
      )}
      <p className={value === '' ? 'min-w-0 flex-1 text-small text-ink-muted' : 'flex-1'}>
        {value === '' && texts.imageHint}
      </p>
      {input}
      <Button
        size="sm"
        icon={<ImageUp />}
        aria-label={`${value === '' ? texts.chooseImage : texts.changeImage}: ${label}`}
        aria-describedby={tied['aria-describedby']}
        onClick={open}
      >
        {value === '' ? texts.chooseImage : texts.changeImage}
      </Button>
      {value !== '' && (
        <IconButton size="sm" label={texts.removeImage(label)} onClick={() => onImage(null)}>
          <X />
        </IconButton>
      )}
    </div>
  )
}
