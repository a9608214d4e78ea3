'use client'

import { useEffect, useRef, useState } from 'react'
import {
  type Component,
  type ComponentConfig,
  type ComponentType,
  type Core,
  type LoadOptions,
  loadTollgate,
  type Options,
  type PaymentError,
} from './index.ts'

export interface TollgateOptions extends LoadOptions, Options {}

export interface TollgateSession {
  /** Null until the session is open. */
  readonly core: Core | null
  readonly error: PaymentError | null
}

export interface Fields {
  /** `ref` of the element that gets the fields. */
  readonly ref: (element: Element | null) => void
  /** Null until the fields are on the page. */
  readonly component: Component | null
}

const CLOSED: TollgateSession = { core: null, error: null }

/**
 * Opens a session while the component is mounted, and again if an option changes.
 *
 * @param options null while there is no session
 */
export function useTollgate(options: TollgateOptions | null): TollgateSession {
  const key = JSON.stringify(options)
  const [opened, setOpened] = useState({ key, session: CLOSED })
  useEffect(() => {
    const close = openSession(JSON.parse(key), (session) => setOpened({ key, session }))
    return () => {
      close()
      setOpened({ key, session: CLOSED })
    }
  }, [key])
  return opened.key === key ? opened.session : CLOSED
}

/** Calls back with the open session. @returns a function that closes it, at any time */
function openSession(options: TollgateOptions | null, settle: (session: TollgateSession) => void): () => void {
  if (!options) return () => undefined
  let isClosed = false
  let core: Core | null = null
  const open = async () => {
    const PaymentComponent = await loadTollgate(options)
    if (isClosed || !PaymentComponent) return
    core = await PaymentComponent(options)
    if (isClosed) core.destroy()
    else settle({ core, error: null })
  }
  open().catch((error: PaymentError) => {
    if (!isClosed) settle({ core: null, error })
  })
  return () => {
    isClosed = true
    core?.destroy()
  }
}

/**
 * Mounts fields into the element with its `ref`. They keep their input while listeners or `locale` change, and are
 * mounted again if anything else does.
 */
export function useFields(core: Core | null, type: ComponentType, config: ComponentConfig = {}): Fields {
  const { data, customerConfig, locale } = config
  const form = JSON.stringify({ data, customerConfig })
  const [element, ref] = useState<Element | null>(null)
  const [component, setComponent] = useState<Component | null>(null)
  const latest = useRef(config)
  useEffect(() => {
    latest.current = config
  })
  useEffect(() => {
    if (!core || !element) return
    const created = createComponent(core, type, form, latest)
    created?.mount(element)
    setComponent(created)
    return () => {
      created?.unmount()
      setComponent(null)
    }
  }, [core, type, form, element])
  useEffect(() => {
    if (locale) component?.changeLocale(locale)
  }, [component, locale])
  return { ref, component }
}

function createComponent(core: Core, type: ComponentType, form: string, latest: { current: ComponentConfig }) {
  const { locale } = latest.current
  const componentListeners: ComponentConfig['componentListeners'] = {
    onChange: (change) => latest.current.componentListeners?.onChange?.(change),
    onError: (error) => latest.current.componentListeners?.onError?.(error),
  }
  try {
    return core.create(type, { ...JSON.parse(form), ...(locale && { locale }), componentListeners })
  } catch (error) {
    // React may run this with a core that useTollgate has just closed and replaces.
    const fault = error as PaymentError
    if (fault.code !== 'destroyed') componentListeners.onError?.(fault)
    return null
  }
}
