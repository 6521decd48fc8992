import { ArrowRight, Download, Pencil, Plus, Search, Share2, Signature, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { MenuItem, MenuSeparator, ActionsMenu } from '../../ui/menu.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Group, Row } from './parts.tsx'

const variants = ['primary', 'secondary', 'terciary', 'ghost', 'success', 'danger'] as const
const names: Record<NonNullable<ButtonProps['variant']>, string> = {
  primary: 'Primario',
  secondary: 'Secundario',
  terciary: 'Terciario',
  ghost: 'Fantasma',
  menu: 'Menú',
  success: 'Éxito',
  danger: 'Peligro',
}

function Buttons() {
  return (
    <>
      {(['sm', 'md', 'lg'] as const).map((size) => (
        <Row key={size}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {names[variant]}
            </Button>
          ))}
        </Row>
      ))}
      <Row>
        <Button variant="primary" icon={<Plus />}>
          Nueva solicitud
        </Button>
        <Button icon={<Share2 />}>Compartir</Button>
        <Button variant="ghost" iconEnd={<ArrowRight />}>
          Continuar
        </Button>
        <Button variant="primary" loading icon={<Signature />}>
          Firmar
        </Button>
        <Button disabled>Inactivo</Button>
      </Row>
      <Row>
        <IconButton label="Descargar">
          <Download />
        </IconButton>
        <IconButton label="Editar" variant="secondary">
          <Pencil />
        </IconButton>
        <IconButton label="Eliminar" variant="danger">
          <Trash2 />
        </IconButton>
        <IconButton label="Descargando" loading>
          <Download />
        </IconButton>
        <CopyButton text="7KQ2-M9XD-4TNA-P83F" />
        <CopyButton text="7KQ2-M9XD-4TNA-P83F" variant="secondary" label="Copiar el enlace" />
        <ActionsMenu label="Más acciones" variant="secondary">
          <MenuItem icon={<Pencil />} label="Cambiar el nombre" />
          <MenuItem icon={<Download />} label="Descargar" />
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} label="Eliminar" danger />
        </ActionsMenu>
      </Row>
      <Button variant="menu" icon={<Download />}>
        Variante de menú
      </Button>
    </>
  )
}

const formats = [
  { value: 'larga', label: '20 de noviembre de 2026' },
  { value: 'corta', label: '20/11/2026' },
] as const

function Fields() {
  const [format, setFormat] = useState<'larga' | 'corta'>('larga')
  return (
    <>
      <Field label="Correo" hint="Con el que te registraron.">
        <Input type="email" placeholder="nombre@ejemplo.com" />
      </Field>
      <Field label="Clave del certificado" aside={<a href="#clave">La olvidé</a>} required>
        <PasswordInput defaultValue="secreto" />
      </Field>
      <Field label="Identificación" error="Faltan 2 dígitos: una cédula tiene 10.">
        <Input defaultValue="17123456" code />
      </Field>
      <Field label="Notas" optional>
        <Textarea placeholder="Qué acordaron las partes" />
      </Field>
      <Row>
        <Input prefix="Ancho" defaultValue="185" aria-label="Ancho" style={{ maxWidth: 140 }} />
        <Input icon={<Search />} placeholder="Título, persona o código" aria-label="Buscar" style={{ maxWidth: 260 }} />
        <Input variant="filled" icon={<Search />} placeholder="Buscar" aria-label="Buscar en todo" />
      </Row>
      <Field label="Formato">
        <Select options={formats} value={format} onValueChange={setFormat} />
      </Field>
      <Row>
        <Select variant="filled" label="Formato" options={formats} value={format} onValueChange={setFormat} />
        <Select label="Tipo" size="sm" options={formats} value="" onValueChange={setFormat} />
      </Row>
    </>
  )
}

function Choices() {
  const [shape, setShape] = useState('qr')
  return (
    <>
      <Checkbox label="Mantener la sesión en este equipo" defaultChecked />
      <Checkbox label="Recordar" hint="Solo en este equipo." />
      <Checkbox label="Algunas filas" checked="indeterminate" />
      <Switch label="Sello de tiempo" aside="PAdES B-T" defaultChecked />
      <Switch label="Obligatorio" place="end" />
      <Field label="Apariencia" group>
        <SegmentedControl
          block
          value={shape}
          onValueChange={setShape}
          options={[
            { value: 'qr', label: 'QR y datos' },
            { value: 'datos', label: 'Datos' },
            { value: 'imagen', label: 'Imagen' },
            { value: 'nada', label: 'Invisible' },
          ]}
        />
      </Field>
      <SegmentedControl
        label="Estado"
        variant="chips"
        value={shape}
        onValueChange={setShape}
        options={[
          { value: 'qr', label: 'Todas', count: 138 },
          { value: 'datos', label: 'Pendiente', count: 12 },
          { value: 'imagen', label: 'Agendado', count: 8 },
        ]}
      />
    </>
  )
}

export function Controls() {
  return (
    <>
      <Group title="Botones">
        <Buttons />
      </Group>
      <Group title="Campos">
        <Fields />
      </Group>
      <Group title="Elecciones">
        <Choices />
      </Group>
    </>
  )
}
