locals {
}
#! plan
