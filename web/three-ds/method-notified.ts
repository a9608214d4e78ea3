import { notifyOwnPages } from '../shared/method-notification.ts'

notifyOwnPages()
