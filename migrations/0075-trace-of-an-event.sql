-- The W3C traceparent of what made an event, where it was recorded; the span of each delivery is linked to it.
alter table events add column traceparent text;
