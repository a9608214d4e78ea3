import { notifyPages } from '../shared/method-notification.ts'

notifyPages()
