import { Camera } from 'lucide-react'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { useFilePicker } from '../../ui/use-file-picker.tsx'

type Props = Omit<ButtonProps, 'icon' | 'onClick'> & { onFiles: (files: File[]) => void }

/** Takes a photo of a page with the camera of a phone or tablet. */
export function CameraButton({ onFiles, ...rest }: Props) {
  const { input, open } = useFilePicker({ onFiles, accept: 'image/*', camera: true })
  return (
    <>
      {input}
      <Button {...rest} icon={<Camera />} onClick={open} />
    </>
  )
}
