"""The facilitator's desk."""
